package io.godwit.transport.frame;

import java.util.Arrays;

/** A vector clock: the number of known events of each member, by the member's number. Immutable. */
public final class VectorTime {
    /** The clock of a member that writes no event log. */
    public static final VectorTime NONE = new VectorTime(new long[0]);

    private final long[] events;

    private VectorTime(long[] events) {
        this.events = events;
    }

    /**
     * A clock with these numbers of events.
     *
     * @param events by number of the member, each 0 or more
     */
    public static VectorTime of(long... events) {
        return events.length == 0 ? NONE : new VectorTime(events.clone());
    }

    /** Is it empty? */
    public boolean isEmpty() {
        return events.length == 0;
    }

    /** One more than the greatest member number with an entry. */
    public int size() {
        return events.length;
    }

    /** Number of events of a member with a number below {@link #size}. */
    public long events(int member) {
        return events[member];
    }

    /** The numbers, by number of the member. */
    public long[] toArray() {
        return events.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VectorTime time && Arrays.equals(events, time.events);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(events);
    }

    @Override
    public String toString() {
        return Arrays.toString(events);
    }
}
