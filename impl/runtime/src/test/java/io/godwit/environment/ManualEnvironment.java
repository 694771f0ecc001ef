package io.godwit.environment;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;

/** A clock and an executor for tests: tasks run when the test says so, in the test's thread, and time passes only then. */
public class ManualEnvironment implements Clock, Executor {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Random random;
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final PriorityQueue<Due> timers = new PriorityQueue<>();
    private long now;
    private long timersMade;

    /**
     * Begins at a time.
     *
     * @param seed of the random numbers
     */
    public ManualEnvironment(long seed, long now) {
        this.random = new Random(seed);
        this.now = now;
    }

    private final class Due implements Timer, Comparable<Due> {
        private final long time;
        private final long number = timersMade++;
        private final Runnable task;

        Due(long time, Runnable task) {
            this.time = time;
            this.task = task;
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // no two timers are equal
        public int compareTo(Due other) {
            return time == other.time ? Long.compare(number, other.number) : Long.signum(time - other.time);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(number);
        }

        @Override
        public void cancel() {
            timers.remove(this);
        }
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public long wallMillis() {
        return now / 1_000_000;
    }

    @Override
    public Timer schedule(Executor on, long delayNanos, Runnable task) {
        if (delayNanos < 0) {
            throw new IllegalArgumentException("a delay of " + delayNanos + " ns");
        }
        Due due = new Due(now + delayNanos, task);
        timers.add(due);
        return due;
    }

    @Override
    public long random() {
        return random.nextLong();
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public void yieldThread() {}

    @Override
    public void close() {
        tasks.clear();
        timers.clear();
    }

    /** How many tasks wait. */
    public int tasks() {
        return tasks.size();
    }

    /** How many timers have been set and have neither run nor been cancelled. */
    public int timers() {
        return timers.size();
    }

    /** Runs all tasks, and those that they give, and all timers that are due. */
    public void run() {
        while (true) {
            if (!timers.isEmpty() && timers.peek().time - now <= 0) {
                timers.remove().task.run();
            } else if (!tasks.isEmpty()) {
                tasks.remove().run();
            } else {
                return;
            }
        }
    }

    /** Lets time pass, and runs everything that is to run meanwhile. */
    public void pass(long millis) {
        long end = now + millis * NANOS_PER_MILLI;
        run();
        while (!timers.isEmpty() && timers.peek().time - end <= 0) {
            now = timers.peek().time;
            run();
        }
        now = end;
    }
}
