package io.godwit.member.runtime;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.protocol.Command;
import io.godwit.protocol.Command.Basis;
import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.Durability;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.storage.MemberStore;
import io.godwit.storage.StoreException;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Run;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Holds each command until the writes on which it depends are durable ({@link Durability}). An executor of its own takes the
 * images that have collected, and writes the last one, which includes all earlier ones; then the event loop carries out the
 * commands that waited for them.
 */
public final class DurabilityQueue {
    /** Time after which a failed write is repeated. */
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final MemberStore store;
    private final EventLoop loop;
    private final Executor disk;
    private final Clock clock;
    private final Consumer<Command> carryOut;
    private final Consumer<String> log;
    private final Object lock = new Object();

    /** Commands that are not being written yet; used under the lock only. */
    private final List<Command> collected = new ArrayList<>();

    private Welcome identity;
    /** The last one that was given. */
    private Welcome given;
    /** Runs that this member confirms, and what follows. */
    private final List<Confirmation> confirmations = new ArrayList<>();
    /** Whether a write is running or requested. */
    private boolean writing;

    private volatile long delayNanos;
    /** Writes that are not synced, and commands that wait for them; changed by tasks of the loop. */
    private volatile int waiting;
    /** Images that are not synced yet, oldest first; for tasks of the loop. */
    private final List<Write> unsynced = new ArrayList<>();
    /** The image that was synced last since the start, or null; for tasks of the loop. */
    private Image synced;

    /** An image, and the commands that wait until it is durable. Equal to itself only: to compare images is to walk through two states. */
    private static final class Write {
        /** The image before it, or null. */
        private final Image before;

        private final Image image;
        private final List<Command> held = new ArrayList<>();

        Write(Image before, Image image) {
            this.before = before;
            this.image = image;
        }
    }

    /** A run of another member, and the task of the loop that runs when it is durable. */
    private record Confirmation(int member, Run run, Runnable then) {}

    /**
     * The next write.
     *
     * @param commands the images that have collected
     * @param identity null if it has not changed
     * @param confirmations runs that this member confirms
     * @param failed whether an attempt to write it has failed
     */
    private record PendingWrite(
            List<Command> commands, Welcome identity, List<Confirmation> confirmations, boolean failed) {
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
     * @param disk runs everything that uses the disk; damage that is found there ends it with an {@link IllegalStateException} whose cause says so
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

    /** Adds milliseconds to each write from now on; for tests of slow disks. Any thread may call. */
    public void slowDown(int millis) {
        delayNanos = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /**
     * Takes the commands of a step, as a task of the loop: each is carried out at once, or when the writes on which it
     * depends are durable.
     */
    public void take(List<Command> commands) {
        boolean writes = false;
        for (Command command : commands) {
            if (command instanceof Command.Persist persist) {
                unsynced.add(new Write(before(unsynced.size()), (Image) persist.image()));
                collect(persist);
                writes = true;
            } else if (command instanceof Command.Send send) {
                holdOrSend(send);
            } else if (command instanceof Command.Answer answer) {
                Basis basis = answer.basis();
                hold(
                        basis == null
                                ? null
                                : last(write -> Durability.answerDependsOn(basis, write.before, write.image)),
                        answer);
            } else {
                hold(last(write -> true), command);
            }
        }
        if (writes) {
            ask();
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only tasks of the loop change it
    private void collect(Command.Persist persist) {
        waiting++;
        synchronized (lock) {
            collected.add(persist);
        }
    }

    /** The image before a write, given its index among those that are not synced. */
    private Image before(int number) {
        return number == 0 ? synced : unsynced.get(number - 1).image;
    }

    /** The last write that is not synced and satisfies the condition, or null. */
    private Write last(Predicate<Write> condition) {
        for (int i = unsynced.size() - 1; i >= 0; i--) {
            if (condition.test(unsynced.get(i))) {
                return unsynced.get(i);
            }
        }
        return null;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only tasks of the loop change it
    private void hold(Write write, Command command) {
        if (write == null) {
            carryOut.accept(command);
        } else {
            waiting++;
            write.held.add(command);
        }
    }

    /** Holds or sends each message of a batch; messages that depend on the same write stay together. */
    private void holdOrSend(Command.Send send) {
        if (unsynced.isEmpty()) {
            carryOut.accept(send);
            return;
        }
        List<Message> messages = send.message() instanceof Batch batch ? batch.messages() : List.of(send.message());
        Map<Write, List<Message>> sorted = new LinkedHashMap<>();
        for (Message message : messages) {
            Write write = last(it -> Durability.dependsOn(message, it.before, it.image));
            sorted.computeIfAbsent(write, none -> new ArrayList<>()).add(message);
        }
        sorted.forEach((write, together) -> hold(
                write,
                together.size() == messages.size()
                        ? send
                        : new Command.Send(send.to(), together.size() == 1 ? together.get(0) : new Batch(together))));
    }

    /** Stores the member's identity and the members that it knows, soon, if they have changed. Any thread may call. */
    public void identify(Welcome newIdentity) {
        synchronized (lock) {
            if (newIdentity.equals(given)) {
                return;
            }
            identity = newIdentity;
            given = newIdentity;
        }
        ask();
    }

    /** Stores a run of another member, and runs a task of the loop then. Any thread may call. */
    public void confirm(int member, Run run, Runnable then) {
        synchronized (lock) {
            confirmations.add(new Confirmation(member, run, then));
        }
        ask();
    }

    /** The number of entries that the disk has of a log, which is the member's last one of a partition. For tasks of the loop. */
    int durableLength(int partition, Log newest) {
        if (unsynced.isEmpty()) {
            return newest.length();
        }
        return synced == null ? 0 : synced.data().replica(partition).log().length();
    }

    /** The number of commands that wait for the disk. Any thread may call. */
    public int waiting() {
        return waiting;
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
        PendingWrite work;
        synchronized (lock) {
            work = new PendingWrite(List.copyOf(collected), identity, List.copyOf(confirmations), false);
            collected.clear();
            confirmations.clear();
            identity = null;
        }
        write(work);
    }

    /**
     * Repeats the write until it succeeds: a full disk may get room. Damage does not go away: the member ends, and nothing
     * that depends on the disk is sent any more.
     */
    private void write(PendingWrite work) {
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
            if (!work.confirmations().isEmpty()) {
                store.confirm(runs(work.confirmations()));
            }
        } catch (StoreException e) {
            if (e.isDamage()) {
                throw new IllegalStateException(e.getMessage(), e);
            }
            if (!work.failed()) {
                log.accept("writing to disk fails; answers that depend on it are held: " + e.getMessage());
            }
            PendingWrite again = new PendingWrite(work.commands(), work.identity(), work.confirmations(), true);
            clock.schedule(disk, RETRY_NANOS, () -> write(again));
            return;
        }
        if (work.failed()) {
            log.accept("the disk takes writes again");
        }
        if (!work.commands().isEmpty()) {
            loop.execute(() -> written(work.commands()));
        }
        work.confirmations().forEach(confirmation -> loop.execute(confirmation.then()));
        synchronized (lock) {
            writing = !collected.isEmpty() || identity != null || !confirmations.isEmpty();
            if (!writing) {
                return;
            }
        }
        begin();
    }

    /** The last one of each member. */
    private static Map<Integer, Run> runs(List<Confirmation> confirmations) {
        Map<Integer, Run> runs = new LinkedHashMap<>();
        confirmations.forEach(confirmation -> runs.put(confirmation.member(), confirmation.run()));
        return runs;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only tasks of the loop change it
    private void written(List<Command> done) {
        List<Write> writes = new ArrayList<>(unsynced.subList(0, done.size()));
        unsynced.subList(0, done.size()).clear();
        for (Write write : writes) {
            synced = write.image;
            waiting -= 1 + write.held.size();
            write.held.forEach(carryOut);
        }
    }
}
