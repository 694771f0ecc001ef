package io.godwit.events;

import java.util.Arrays;

/**
 * A vector clock: the number of preceding events by number of the member, 0 where nothing is known. Not safe for
 * several threads.
 */
final class VectorClock {
    private long[] events = new long[8];
    private long[] told = new long[8];
    /** One more than the greatest number of a member of whom something is known. */
    private int size;
    /** Whether entries of others have changed since they were last written. */
    private boolean news;
    /** A copy, until something happens; null after that. */
    private long[] copy;

    /** Lets the member's own events begin behind a number. */
    void beginAt(int self, long number) {
        room(self);
        events[self] = number;
        told[self] = number;
        size = number > 0 ? Math.max(size, self + 1) : size;
        copy = null;
    }

    /** One more event of the member itself; returns its number. */
    long tick(int self) {
        room(self);
        size = Math.max(size, self + 1);
        copy = null;
        told[self] = events[self] + 1;
        return ++events[self];
    }

    /** Merges another clock. */
    void merge(long[] other) {
        room(other.length - 1);
        for (int i = 0; i < other.length; i++) {
            if (other[i] > events[i]) {
                events[i] = other[i];
                size = Math.max(size, i + 1);
                news = true;
                copy = null;
            }
        }
    }

    private void room(int member) {
        if (member >= events.length) {
            events = Arrays.copyOf(events, Math.max(member + 1, events.length * 2));
            told = Arrays.copyOf(told, events.length);
        }
    }

    /** What is known now; the same object as long as nothing has happened, and not to be changed. */
    long[] copy() {
        if (copy == null) {
            copy = Arrays.copyOf(events, size);
        }
        return copy;
    }

    /** Writes the entries that have changed since it was asked last, the member's own aside. */
    void writeNews(JsonLine line, int self) {
        if (!news) {
            return;
        }
        news = false;
        boolean begun = false;
        for (int i = 0; i < size; i++) {
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
