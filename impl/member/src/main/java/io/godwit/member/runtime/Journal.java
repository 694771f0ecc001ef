package io.godwit.member.runtime;

import io.godwit.protocol.Command;
import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumMessage.SignOfLife;
import io.godwit.storage.MemberStore;
import io.godwit.storage.StoreException;
import io.godwit.transport.frame.Frame.Welcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Carries out commands in their order when some of them write to the disk. A thread of its own takes all that has collected,
 * makes the last image durable, which holds all those before it, and gives the other commands back to the loop.
 */
public final class Journal implements AutoCloseable {
    private static final long TRY_AGAIN = 500;

    private final MemberStore store;
    private final Loop loop;
    private final Consumer<Command> carryOut;
    private final Consumer<String> log;
    private final Consumer<Throwable> failed;
    private final Thread thread;
    private final Object lock = new Object();
    private List<Command> collected = new ArrayList<>();
    private Welcome identity;
    private boolean closed;
    private volatile int delay;
    /** Commands that the loop has handed over and not got back; changed by the loop alone. */
    private volatile int away;

    /** What is to be done next. */
    private record Work(List<Command> commands, Welcome identity) {}

    /**
     * A journal that is not running yet.
     *
     * @param carryOut carries out a command that is no write, in the loop
     * @param failed is told why nothing can be written any more, which does not include a disk that is full
     */
    public Journal(
            String name,
            MemberStore store,
            Loop loop,
            Consumer<Command> carryOut,
            Consumer<String> log,
            Consumer<Throwable> failed) {
        this.store = store;
        this.loop = loop;
        this.carryOut = carryOut;
        this.log = log;
        this.failed = failed;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Begins. */
    public void start() {
        thread.start();
    }

    /** Lets each write take so many milliseconds longer from now on; for tests of slow disks. Any thread may say so. */
    public void slowDown(int millis) {
        delay = millis;
    }

    /** Takes the commands of a step, in the loop: at once, or when all that is before them is durable. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // the loop alone changes it
    public void take(List<Command> commands) {
        if (away == 0 && commands.stream().noneMatch(Command.Persist.class::isInstance)) {
            commands.forEach(carryOut);
            return;
        }
        List<Command> later = new ArrayList<>(commands.size());
        for (Command command : commands) {
            if (command instanceof Command.Send send) {
                sort(send, later);
            } else {
                later.add(command);
            }
        }
        if (!later.isEmpty()) {
            away += later.size();
            synchronized (lock) {
                collected.addAll(later);
                lock.notifyAll();
            }
        }
    }

    /** Signs of life promise nothing and wait for no disk: a member would seem to be dead whenever its disk is slow. */
    private void sort(Command.Send send, List<Command> later) {
        List<Message> messages = send.message() instanceof Batch batch ? batch.messages() : List.of(send.message());
        List<Message> promises = new ArrayList<>(messages.size());
        for (Message message : messages) {
            if (message instanceof SignOfLife) {
                carryOut.accept(new Command.Send(send.to(), message));
            } else {
                promises.add(message);
            }
        }
        if (promises.size() == messages.size()) {
            later.add(send);
        } else if (!promises.isEmpty()) {
            later.add(new Command.Send(send.to(), promises.size() == 1 ? promises.get(0) : new Batch(promises)));
        }
    }

    /** Makes durable who the member is and whom it knows, some time soon. */
    public void identify(Welcome newIdentity) {
        synchronized (lock) {
            identity = newIdentity;
            lock.notifyAll();
        }
    }

    /** How many commands wait for the disk. Any thread may ask. */
    public int waiting() {
        return away;
    }

    private Work next() throws InterruptedException {
        synchronized (lock) {
            while (collected.isEmpty() && identity == null && !closed) {
                lock.wait();
            }
            Work work = closed ? null : new Work(collected, identity);
            collected = new ArrayList<>();
            identity = null;
            return work;
        }
    }

    private void run() {
        try {
            for (Work work = next(); work != null; work = next()) {
                write(work);
                List<Command> done = work.commands();
                loop.execute(() -> back(done));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            // Without this thread nothing would be answered any more, and nobody would know why.
            failed.accept(e);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // the loop alone changes it
    private void back(List<Command> done) {
        away -= done.size();
        done.stream().filter(command -> !(command instanceof Command.Persist)).forEach(carryOut);
    }

    /** Until it works: what is not durable cannot be answered for, and a disk that is full may be emptied. */
    private void write(Work work) throws InterruptedException {
        Message image = null;
        for (Command command : work.commands()) {
            image = command instanceof Command.Persist persist ? persist.image() : image;
        }
        Welcome who = work.identity();
        if (image != null || who != null) {
            Thread.sleep(delay);
        }
        boolean told = false;
        while (image != null || who != null) {
            try {
                if (told) {
                    store.reopen();
                }
                if (image != null) {
                    store.write((Image) image);
                    image = null;
                }
                if (who != null) {
                    store.identify(who);
                    who = null;
                }
            } catch (StoreException e) {
                if (!told) {
                    log.accept("nothing can be made durable, and nothing is answered: " + e.getMessage());
                    told = true;
                }
                Thread.sleep(TRY_AGAIN);
            }
        }
        if (told) {
            log.accept("the disk takes writes again");
        }
    }

    /** Ends; what is not durable by then is lost, and nobody was told of it. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
        }
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
