package io.godwit.member.runtime;

import java.util.concurrent.TimeUnit;

/**
 * Detects whether clients call this member, in which case copies are sent more slowly. The load of other members shows in
 * late acknowledgements. Any thread may call. Times are nanoseconds of a clock that does not go back.
 */
public final class LoadMonitor {
    /** Time for which a call counts: a client that calls less than once a second is rarely delayed by a copy. */
    private static final long RECENT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private volatile boolean any;
    private volatile long last;

    /** Notes a call. */
    public void note(long now) {
        last = now;
        any = true;
    }

    /** Whether a client has called within the last second. */
    public boolean isRecent(long now) {
        return any && now - last < RECENT_NANOS;
    }
}
