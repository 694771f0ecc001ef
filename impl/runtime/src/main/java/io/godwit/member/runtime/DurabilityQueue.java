package io.godwit.member.runtime;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
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
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Holds back commands until what they depend on is durable. An executor of its own takes the commands that have collected, makes
 * the last image among them durable, which includes all images before it, and hands the other commands back to the event loop.
 */
public final class DurabilityQueue {
    /** Time after which a write that has failed is tried again. */
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final MemberStore store;
    private final EventLoop loop;
    private final Executor disk;
    private final Clock clock;
    private final Consumer<Command> carryOut;
    private final Consumer<String> log;
    private final Object lock = new Object();

    private List<Command> collected = new ArrayList<>();
    private Welcome identity;
    /** Whether a write goes on, or has been asked for. */
    private boolean writing;

    private volatile long delayNanos;
    /** Commands that the loop has handed over and not got back; changed by tasks of the loop. */
    private volatile int away;

    /**
     * What is written next.
     *
     * @param commands all that have collected
     * @param identity null if it has not changed
     * @param failed whether an attempt to write it has failed
     */
    private record Work(List<Command> commands, Welcome identity, boolean failed) {
        Image image() {
            Message last = null;
            for (Command command : commands) {
                last = command instanceof Command.Persist persist ? persist.image() : last;
            }
            return (Image) last;
        }
    }

    /**
     * An empty queue.
     *
     * @param disk runs everything that uses the disk
     * @param carryOut carries out a command that is no write, as a task of the loop
     * @param log gets a line when nothing can be written, and when that is over
     */
    public DurabilityQueue(
            MemberStore store,
            EventLoop loop,
            Executor disk,
            Clock clock,
            Consumer<Command> carryOut,
            Consumer<String> log) {
        this.store = store;
        this.loop = loop;
        this.disk = disk;
        this.clock = clock;
        this.carryOut = carryOut;
        this.log = log;
    }

    /** Lets each write take so many milliseconds longer from now on; for tests of slow disks. Any thread may call. */
    public void slowDown(int millis) {
        delayNanos = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Takes the commands of a step, as a task of the loop: they are carried out at once, or when all that is before them is durable. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only tasks of the loop change it
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
            }
            ask();
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

    /** Makes durable who the member is and whom it knows, some time soon. Any thread may call. */
    public void identify(Welcome newIdentity) {
        synchronized (lock) {
            identity = newIdentity;
        }
        ask();
    }

    /** The number of commands that wait for the disk. Any thread may call. */
    public int waiting() {
        return away;
    }

    private void ask() {
        synchronized (lock) {
            if (writing) {
                return;
            }
            writing = true;
        }
        begin();
    }

    private void begin() {
        long delay = delayNanos;
        if (delay > 0) {
            clock.schedule(disk, delay, this::next);
        } else {
            disk.execute(this::next);
        }
    }

    private void next() {
        Work work;
        synchronized (lock) {
            work = new Work(collected, identity, false);
            collected = new ArrayList<>();
            identity = null;
        }
        write(work);
    }

    /** Tries until it works: what is not durable cannot be answered for, and a full disk may get room. */
    private void write(Work work) {
        try {
            if (work.failed()) {
                store.reopen();
            }
            Image image = work.image();
            if (image != null) {
                store.write(image);
            }
            if (work.identity() != null) {
                store.identify(work.identity());
            }
        } catch (StoreException e) {
            if (!work.failed()) {
                log.accept("nothing can be made durable, and nothing is answered: " + e.getMessage());
            }
            Work again = new Work(work.commands(), work.identity(), true);
            clock.schedule(disk, RETRY_NANOS, () -> write(again));
            return;
        }
        if (work.failed()) {
            log.accept("the disk takes writes again");
        }
        if (!work.commands().isEmpty()) {
            loop.execute(() -> back(work.commands()));
        }
        synchronized (lock) {
            writing = !collected.isEmpty() || identity != null;
            if (!writing) {
                return;
            }
        }
        begin();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only tasks of the loop change it
    private void back(List<Command> done) {
        away -= done.size();
        for (Command command : done) {
            if (!(command instanceof Command.Persist)) {
                carryOut.accept(command);
            }
        }
    }
}
