package io.godwit.events;

import java.util.Arrays;

/**
 * How many events of each member have happened before: by number of the member, 0 where nothing is known. Not safe for
 * several threads.
 */
final class VectorClock {
    private long[] events = new long[8];
    private long[] told = new long[8];

    /** Lets the member's own events begin behind a number. */
    void beginAt(int self, long number) {
        room(self);
        events[self] = number;
        told[self] = number;
    }

    /** One more event of the member itself; returns its number. */
    long tick(int self) {
        room(self);
        told[self] = events[self] + 1;
        return ++events[self];
    }

    /** Something was heard of whoever knew as much as this. */
    void merge(long[] other) {
        room(other.length - 1);
        for (int i = 0; i < other.length; i++) {
            events[i] = Math.max(events[i], other[i]);
        }
    }

    private void room(int member) {
        if (member >= events.length) {
            events = Arrays.copyOf(events, Math.max(member + 1, events.length * 2));
            told = Arrays.copyOf(told, events.length);
        }
    }

    long[] copy() {
        int size = events.length;
        while (size > 0 && events[size - 1] == 0) {
            size--;
        }
        return Arrays.copyOf(events, size);
    }

    /** Writes the entries that have changed since it was asked last, the member's own aside. */
    void writeNews(Line line, int self) {
        boolean begun = false;
        for (int i = 0; i < events.length; i++) {
            if (i != self && told[i] != events[i]) {
                if (!begun) {
                    begun = true;
                    line.name('c').open('{');
                }
                line.name(i).number(events[i]);
                told[i] = events[i];
            }
        }
        if (begun) {
            line.close('}');
        }
    }
}
