package io.godwit.simulation.cluster;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.simulation.RandomPurpose;
import io.godwit.simulation.SeededRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * One process: its executors, its clock, its random numbers. It can be paused, be slow, and end at any time. Tasks and
 * messages for a process that has ended are dropped.
 */
final class SimulatedProcess implements Clock, Executor.Factory {
    /** Maximum delay of handing a task over to another thread, in nanoseconds. */
    static final long HAND_OVER = 20_000;

    private static final double MILLION = 1e6;

    private static final long LONGEST_CLOCK = 1_000_000_000_000L;

    private final SimulatedScheduler scheduler;
    private final SeededRandom seeded;
    private final SplittableRandom random;
    private final Consumer<Throwable> broke;
    private int executors;
    private boolean ended;
    private int pauses;
    private long costPerTask;
    /** Threads with tasks that wait for the end of a pause. */
    private final List<SimulatedThread> stopped = new ArrayList<>();

    private long worldBase;
    private long localBase;
    private long driftPerMillion;

    /**
     * A process that runs.
     *
     * @param seeded for this process alone
     * @param broke takes an exception that a task has thrown
     */
    SimulatedProcess(SimulatedScheduler scheduler, SeededRandom seeded, Consumer<Throwable> broke) {
        this.scheduler = scheduler;
        this.seeded = seeded;
        this.random = seeded.stream(RandomPurpose.PROCESS);
        this.worldBase = scheduler.now();
        this.localBase = seeded.below(LONGEST_CLOCK, RandomPurpose.CLOCKS, 0, 0);
        this.broke = broke;
    }

    /** For what is drawn for this process. */
    SeededRandom seeded() {
        return seeded;
    }

    /** It ends at once, whatever it was doing. */
    void end() {
        ended = true;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Stops all its threads, or lets them continue; stops add up. */
    void pause(boolean begin) {
        pauses = Math.max(0, pauses + (begin ? 1 : -1));
        if (pauses == 0) {
            stopped.forEach(SimulatedThread::resume);
            stopped.clear();
        }
    }

    boolean isPaused() {
        return pauses > 0;
    }

    /** Adds nanoseconds to each task from now on. */
    void slow(long nanos) {
        costPerTask = nanos;
    }

    boolean isSlow() {
        return costPerTask > 0;
    }

    @Override
    public Executor create(String name, Consumer<Throwable> failed) {
        return new SimulatedThread(failed);
    }

    /** An executor for what the transport does. */
    Executor create() {
        return new SimulatedThread(broke);
    }

    @Override
    public long nanoTime() {
        return localBase + (long) ((scheduler.now() - worldBase) * (1 + driftPerMillion / MILLION));
    }

    /** Up to two seconds behind that of another process. */
    @Override
    public long wallMillis() {
        return scheduler.now() / 1_000_000 + localBase % 2_000;
    }

    /** Sets by how many millionths the clock runs too fast. */
    void drift(long perMillion) {
        localBase = nanoTime();
        worldBase = scheduler.now();
        driftPerMillion = perMillion;
    }

    @Override
    public Timer schedule(Executor on, long delayNanos, Runnable task) {
        long real = Math.max(0, (long) (delayNanos / (1 + driftPerMillion / MILLION)));
        Due due = new Due((SimulatedThread) on, task);
        scheduler.after(real, due);
        return due;
    }

    @Override
    public long random() {
        return random.nextLong();
    }

    /** A timer. */
    private static final class Due implements Runnable, Timer {
        private final SimulatedThread on;
        private Runnable task;

        Due(SimulatedThread on, Runnable task) {
            this.on = on;
            this.task = task;
        }

        @Override
        public void run() {
            if (task != null) {
                on.add(on.due, this::fire);
            }
        }

        private void fire() {
            Runnable due = task;
            task = null;
            if (due != null) {
                due.run();
            }
        }

        @Override
        public void cancel() {
            task = null;
        }
    }

    /** One thread: runs one task after the other. */
    private final class SimulatedThread implements Executor, Runnable {
        private final SplittableRandom jitter =
                seeded.of(RandomPurpose.HAND_OVER, ++executors, 0).stream(RandomPurpose.HAND_OVER);
        private final Consumer<Throwable> failed;
        private final Deque<Runnable> due = new ArrayDeque<>();
        private final Deque<Runnable> tasks = new ArrayDeque<>();
        private boolean scheduled;
        private boolean running;
        private boolean closed;
        /** Until when it is busy with what it has done last. */
        private long busyUntil;

        SimulatedThread(Consumer<Throwable> failed) {
            this.failed = failed;
        }

        @Override
        public void execute(Runnable task) {
            add(tasks, task);
        }

        void add(Deque<Runnable> to, Runnable task) {
            if (!closed && !ended) {
                to.add(task);
                schedule();
            }
        }

        void resume() {
            scheduled = false;
            schedule();
        }

        private void schedule() {
            if (!scheduled && !running) {
                scheduled = true;
                scheduler.at(Math.max(scheduler.now(), busyUntil) + jitter.nextLong(HAND_OVER), this);
            }
        }

        @Override
        public void run() {
            scheduled = false;
            if (closed || ended) {
                return;
            }
            if (pauses > 0) {
                scheduled = true;
                stopped.add(this);
                return;
            }
            running = true;
            scheduler.elapse(costPerTask);
            try {
                (due.isEmpty() ? tasks : due).remove().run();
            } catch (RuntimeException | Error e) {
                closed = true;
                if (!ended) {
                    failed.accept(e);
                }
            }
            running = false;
            busyUntil = scheduler.now();
            if (!(due.isEmpty() && tasks.isEmpty())) {
                schedule();
            }
        }

        @Override
        public void yieldThread() {
            // All others run when their time has come.
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
