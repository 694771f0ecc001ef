package io.godwit.member.runtime;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A single-threaded event loop with periodic tasks. Tasks that wait run together; their messages are sent after them.
 */
public final class EventLoop implements Executor {
    /** Work after which messages are sent: as many tasks, or calls in frames. The task that reaches it is run to its end. */
    private static final int MAX_WORK = 64;

    private final Executor executor;
    private final Clock clock;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger backlog = new AtomicInteger();
    /** Whether the executor has been asked to run the collected tasks; true before the start, when nothing runs. */
    private final AtomicBoolean asked = new AtomicBoolean(true);

    private final List<Runnable> timers = new ArrayList<>();

    private Runnable afterwards = () -> {};
    /** Whether a client waits for a message that is to be sent. For tasks of the loop. */
    private boolean hurry;

    private boolean yielded;

    private volatile boolean closed;
    /** Nanoseconds spent on tasks; written by tasks of the loop. */
    private volatile long busy;

    /** A loop whose tasks run on this executor. */
    public EventLoop(Executor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
    }

    /** Sets a task that runs after the collected tasks, and after every {@value #MAX_WORK}. To be called before any task. */
    public void afterwards(Runnable task) {
        afterwards = task;
    }

    /**
     * Runs a task at the start and periodically, ahead of the tasks that wait. Missed runs are not made up for. To be called
     * before {@link #start}.
     */
    public void every(long millis, Runnable task) {
        timers.add(() -> repeat(TimeUnit.MILLISECONDS.toNanos(millis), task));
    }

    /** Starts to run tasks. */
    public void start() {
        timers.forEach(timer -> clock.schedule(executor, 0, timer));
        asked.set(false);
        ask();
    }

    private void repeat(long nanos, Runnable task) {
        if (!closed) {
            clock.schedule(executor, nanos, () -> repeat(nanos, task));
            long begin = clock.nanoTime();
            task.run();
            spent(begin);
            ask();
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only tasks of the executor change it
    private void spent(long begin) {
        busy += clock.nanoTime() - begin;
    }

    /**
     * Runs a task periodically, but only after the tasks that were submitted before it became due: a task that judges what
     * was received has to see everything that has arrived. To be called before {@link #start}.
     */
    public void everyInTurn(long millis, Runnable task) {
        AtomicBoolean waits = new AtomicBoolean();
        every(millis, () -> {
            if (!waits.getAndSet(true)) {
                execute(() -> {
                    waits.set(false);
                    task.run();
                });
            }
        });
    }

    /**
     * Notes that a client waits for a message that is to be sent, so that it is sent without delay. For tasks of the loop.
     */
    public void hurry() {
        hurry = true;
    }

    /** A task that takes as long as several others. */
    private record Large(int work, Runnable task) implements Runnable {
        @Override
        public void run() {
            task.run();
        }
    }

    /** Runs a task after all that were given before. After {@link #close} it is dropped. Any thread may call. */
    @Override
    public void execute(Runnable task) {
        execute(1, task);
    }

    /**
     * Runs a task that takes as long as several others, after all that were given before. Any thread may call.
     *
     * @param work as how many tasks it counts, at least one
     */
    void execute(int work, Runnable task) {
        backlog.addAndGet(work);
        tasks.add(work == 1 ? task : new Large(work, task));
        ask();
    }

    private void ask() {
        if (!asked.get() && asked.compareAndSet(false, true)) {
            executor.execute(this::run);
        }
    }

    /** The work that waits: the number of tasks, in which a frame of calls counts as many as it has. Any thread may call. */
    public int backlog() {
        return backlog.get();
    }

    /** The load. Any thread may call. */
    public EngineLoad load() {
        return new EngineLoad(busy, backlog());
    }

    private void run() {
        long begin = clock.nanoTime();
        int done = 0;
        for (Runnable task = tasks.poll(); task != null && !closed; task = done < MAX_WORK ? tasks.poll() : null) {
            int work = task instanceof Large large ? large.work() : 1;
            backlog.addAndGet(-work);
            done += work;
            task.run();
        }
        if (tasks.isEmpty() && !hurry && !yielded && !closed) {
            // Members that wait for a processor run first: what they send is answered in the same batch. Five
            // members on two processors that migrated 1,999 partitions woke each other a quarter as often, and took
            // 2.9 s of processor time instead of 4.6 s. If a client waits, nothing is delayed: other processes may
            // run for long.
            yielded = true;
            executor.yieldThread();
            spent(begin);
            executor.execute(this::run);
            return;
        }
        if (!closed) {
            afterwards.run();
        }
        hurry = false;
        yielded = false;
        spent(begin);
        asked.set(false);
        if (!tasks.isEmpty()) {
            ask();
        }
    }

    @Override
    public void yieldThread() {
        executor.yieldThread();
    }

    /** Drops the tasks that have not begun, from now on. */
    @Override
    public void close() {
        closed = true;
    }
}
