package io.godwit.member.runtime;

/**
 * Measures the time in which a member was able to listen. A process that got no processor, or was stopped, has heard nothing, and
 * must not take the others' silence for their death; such a gap counts as {@value #MAX_GAP_NANOS} ns, however long it was. The
 * silence of others is measured by this clock. For one thread.
 */
public final class PauseTolerantClock {
    /** The maximum time between two calls that counts: five ticks, which a busy machine may miss. */
    private static final long MAX_GAP_NANOS = 50_000_000;

    private long last;
    private long listened;

    /** Creates a clock that starts at this time of a monotonic clock, in nanoseconds. */
    public PauseTolerantClock(long now) {
        this.last = now;
    }

    /**
     * Advances. To be called every 10 ms or so; the time between two calls counts as 50 ms at most.
     *
     * @param now of a clock that does not go back, in nanoseconds
     * @return nanoseconds since the beginning in which the member listened
     */
    public long advance(long now) {
        listened += Math.min(now - last, MAX_GAP_NANOS);
        last = now;
        return listened;
    }

    /** The result of the last {@link #advance}: it is unknown when waiting events have arrived. */
    public long listened() {
        return listened;
    }
}
