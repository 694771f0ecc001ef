package io.godwit.member.runtime;

import java.util.concurrent.TimeUnit;

/**
 * Do clients call? Then copies go more slowly. A member knows of the calls that come to itself only; what others have to do shows in
 * how late their acknowledgements are. Any thread may call. Times are nanoseconds of a clock that does not go back.
 */
public final class Visits {
    /** So long one call counts: whoever calls less often than once a second hardly meets a copy. */
    private static final long RECENT = TimeUnit.SECONDS.toNanos(1);

    private volatile boolean any;
    private volatile long last;

    /** A client calls now. */
    public void note(long now) {
        last = now;
        any = true;
    }

    /** Has a client called within the last second? */
    public boolean areRecent(long now) {
        return any && now - last < RECENT;
    }
}
