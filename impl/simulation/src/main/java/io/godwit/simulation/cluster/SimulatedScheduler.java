package io.godwit.simulation.cluster;

import java.util.function.BooleanSupplier;

/**
 * Virtual time, in nanoseconds, and what happens when. One thread runs everything. A task takes time: what it hands to others
 * is handed over when the time has passed that it has taken so far.
 */
final class SimulatedScheduler {
    private final TimeQueue queue = new TimeQueue();
    private final BooleanSupplier over;
    private long now;
    /** How long the task that runs now has taken so far. */
    private long elapsed;

    /**
     * Time begins at 0.
     *
     * @param over whether nothing has to happen any more
     */
    SimulatedScheduler(BooleanSupplier over) {
        this.over = over;
    }

    /** The time, for the task that runs now. */
    long now() {
        return now + elapsed;
    }

    /** The task that runs now takes longer. */
    void elapse(long nanos) {
        elapsed += nanos;
    }

    /**
     * The task that runs now waits. What is to be done meanwhile is done; if that waits as well, and longer, the task continues
     * after it.
     */
    void await(long nanos) {
        long end = now() + nanos;
        while (next() < end && !over.getAsBoolean()) {
            step();
        }
        now = Math.max(now, end);
        elapsed = 0;
    }

    /** Has something done at a time, or now if that has passed. */
    void at(long time, Runnable action) {
        queue.add(Math.max(now(), time), action);
    }

    /** Has something done after so many nanoseconds. */
    void after(long nanos, Runnable action) {
        queue.add(now() + nanos, action);
    }

    /** When something is to be done next; {@code Long.MAX_VALUE} if nothing is. */
    long next() {
        return queue.isEmpty() ? Long.MAX_VALUE : queue.time();
    }

    /** Does what is to be done next. */
    void step() {
        now = Math.max(now, queue.time());
        elapsed = 0;
        queue.poll().run();
        elapsed = 0;
    }

    /** Lets time pass up to a moment at which nothing happens. */
    void advance(long time) {
        now = Math.max(now, time);
    }
}
