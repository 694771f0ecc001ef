package io.godwit.simulation.cluster;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Virtual time, in nanoseconds, and a queue of events. One thread runs everything. A task takes time: what it hands to
 * others is handed over when the time has passed that it has taken so far.
 */
final class SimulatedScheduler {
    private final TimeQueue queue = new TimeQueue();
    private final BooleanSupplier over;
    private long now;
    /** Time that the running task has taken so far. */
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

    /** Schedules an event at a time, or now if that has passed. */
    void at(long time, Runnable action) {
        queue.add(Math.max(now(), time), action);
    }

    /** Schedules an event after a delay in nanoseconds. */
    void after(long nanos, Runnable action) {
        queue.add(now() + nanos, action);
    }

    /** Time of the next event; {@code Long.MAX_VALUE} if there is none. */
    long next() {
        return queue.isEmpty() ? Long.MAX_VALUE : queue.time();
    }

    /** Runs the next event. */
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

    /** A queue of events by time, in order of insertion among equals. A heap over plain arrays. */
    static final class TimeQueue {
        /**
         * Children of a node: with four of them, elements that move through the heap are copied half as often as with two.
         */
        private static final int CHILDREN = 4;

        private long[] times = new long[1024];
        private long[] orders = new long[1024];
        private Runnable[] actions = new Runnable[1024];
        private int size;
        private long added;

        void add(long time, Runnable action) {
            if (size == times.length) {
                times = Arrays.copyOf(times, size * 2);
                orders = Arrays.copyOf(orders, size * 2);
                actions = Arrays.copyOf(actions, size * 2);
            }
            int at = size++;
            long order = added++;
            while (at > 0) {
                int parent = (at - 1) / CHILDREN;
                // The new one is the last among equals, so only an earlier time moves it up.
                if (times[parent] <= time) {
                    break;
                }
                copy(parent, at);
                at = parent;
            }
            set(at, time, order, action);
        }

        boolean isEmpty() {
            return size == 0;
        }

        /** The time of the next one. */
        long time() {
            return times[0];
        }

        /** Takes the next one. */
        Runnable poll() {
            final Runnable first = actions[0];
            size--;
            final long time = times[size];
            final long order = orders[size];
            final Runnable action = actions[size];
            actions[size] = null;
            int at = 0;
            while (CHILDREN * at + 1 < size) {
                int child = firstChild(at);
                if (!before(child, time, order)) {
                    break;
                }
                copy(child, at);
                at = child;
            }
            if (size > 0) {
                set(at, time, order, action);
            }
            return first;
        }

        /** Which child of a place that has some comes first. */
        private int firstChild(int at) {
            int first = CHILDREN * at + 1;
            int end = Math.min(first + CHILDREN, size);
            for (int child = first + 1; child < end; child++) {
                if (before(child, times[first], orders[first])) {
                    first = child;
                }
            }
            return first;
        }

        private boolean before(int at, long time, long order) {
            return times[at] < time || (times[at] == time && orders[at] < order);
        }

        private void copy(int from, int to) {
            set(to, times[from], orders[from], actions[from]);
        }

        private void set(int at, long time, long order, Runnable action) {
            times[at] = time;
            orders[at] = order;
            actions[at] = action;
        }
    }
}
