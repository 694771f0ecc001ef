package io.godwit.member.runtime;

import java.util.concurrent.TimeUnit;

/**
 * For how long a member was there to listen. A process that got no processor, or was stopped, has heard nothing in that time, and
 * must not take the others' silence for their death. So it counts as a moment, however long it was: what a member takes for
 * silence is measured by this, not by the clock. Belongs to one thread.
 */
public final class Attention {
    /** The most that may lie between two looks at the clock: five ticks, which a busy machine lets pass now and then. */
    private static final long MOST = TimeUnit.MILLISECONDS.toNanos(50);

    private long last;
    private long listened;

    /** Begins at this time of the clock, in nanoseconds. */
    public Attention(long now) {
        this.last = now;
    }

    /**
     * Looks at the clock. To be called every 10 ms or so; what lies between two calls counts as 50 ms at most.
     *
     * @param now of a clock that does not go back, in nanoseconds
     * @return nanoseconds since the beginning in which the member was there
     */
    public long look(long now) {
        listened += Math.min(now - last, MOST);
        last = now;
        return listened;
    }

    /** What the last look has said: when things happen that were waiting, it is not known when they came. */
    public long listened() {
        return listened;
    }
}
