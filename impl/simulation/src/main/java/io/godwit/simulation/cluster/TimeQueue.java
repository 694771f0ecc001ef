package io.godwit.simulation.cluster;

import java.util.Arrays;

/** What is still to happen, by time; what was added first comes first among equals. A binary heap over plain arrays. */
final class TimeQueue {
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
            int parent = (at - 1) >> 1;
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
        int child = 1;
        while (child < size) {
            if (child + 1 < size && before(child + 1, times[child], orders[child])) {
                child++;
            }
            if (!before(child, time, order)) {
                break;
            }
            copy(child, at);
            at = child;
            child = 2 * at + 1;
        }
        if (size > 0) {
            set(at, time, order, action);
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
