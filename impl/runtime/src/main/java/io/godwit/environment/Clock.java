package io.godwit.environment;

/** Time, timers and random numbers. Any thread may call. */
public interface Clock {
    /** Nanoseconds since some moment; never decreases. Clocks of different members are not related, and may drift apart. */
    long nanoTime();

    /** Milliseconds since 1970, which may decrease. Clocks of different members may show different times. */
    long wallMillis();

    /**
     * Runs a task once, later. A task that is due runs before tasks that the executor was given for immediate execution.
     *
     * @param on runs the task
     * @param delayNanos 0 or more
     * @return cancels the task
     */
    Timer schedule(Executor on, long delayNanos, Runnable task);

    /** A random number, all 64 bits. It is unpredictable in a process, and comes from the seed in the simulation. */
    long random();

    /** A task that runs later. */
    interface Timer {
        /** Drops the task, unless it has begun. */
        void cancel();
    }

    /** A random number from 0 to {@code bound - 1}; {@code bound} is 1 or more. */
    default int random(int bound) {
        return (int) ((random() >>> 33) % bound);
    }
}
