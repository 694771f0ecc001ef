package io.godwit.member.transfer;

import java.util.concurrent.TimeUnit;

/**
 * The number of chunks that may be on their way to a member without an acknowledgement. Chunks share connection and
 * processors with the messages for which clients wait, so they yield: when acknowledgements take longer, less is sent. The
 * rule is LEDBAT's (RFC 6817): the shortest time that an acknowledgement has taken recently is that of the path itself; what
 * is beyond it is queueing delay. The target of that delay is given by the {@link RateLimit}, or is a quarter of the path's
 * time if that is more, because times vary more on a long path. A window of less than one chunk means a pause between
 * chunks. Times are parameters, in nanoseconds of a monotonic clock. Belongs to the "transfer" executor.
 */
final class CongestionWindow {
    /** Largest window, in chunks: enough for 80 MB/s where an acknowledgement takes 50 ms. */
    static final double MAX_CHUNKS = 16;

    /** The target delay is at least this fraction of the path's time. */
    private static final long PATH_FRACTION = 4;
    /** Longest pause between chunks, so that a transfer ends even on a machine that is always busy. */
    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    /** The shortest time is that of the last one to two periods: paths change. */
    private static final long BASE_PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** After this time without a chunk, the measured queueing delay is out of date. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private double size = RateLimit.WITHOUT_CALLS.initialParts;
    private int underWay;
    private boolean used;
    private long lastAcknowledged;
    private long pauseUntil;
    private boolean pauses;
    private long shortest = Long.MAX_VALUE;
    private long shortestBefore = Long.MAX_VALUE;
    private long periodEnds;

    /** Nanoseconds until a chunk may be sent; {@code Long.MAX_VALUE} if an acknowledgement has to come first. */
    long delay(long now, RateLimit limit) {
        if (underWay == 0 && (!used || now - lastAcknowledged > IDLE_NANOS)) {
            size = Math.min(size, limit.initialParts);
        }
        if (underWay >= Math.max(1, (int) size)) {
            return Long.MAX_VALUE;
        }
        pauses = pauses && now - pauseUntil < 0;
        return pauses ? pauseUntil - now : 0;
    }

    /** A chunk was sent. */
    void sent() {
        underWay++;
        used = true;
    }

    /** Chunks are no longer waited for, and not measured. */
    void forget(int chunks) {
        underWay -= chunks;
    }

    /** A chunk that was sent at a time was acknowledged. */
    void acknowledged(long sentAt, long now, RateLimit limit) {
        underWay--;
        lastAcknowledged = now;
        long took = now - sentAt;
        remember(took, now);
        long path = Math.min(shortest, shortestBefore);
        double target = Math.max(limit.targetDelayNanos, path / PATH_FRACTION);
        double change = Math.max(-size / 2, (target - (took - path)) / target / Math.max(1, size));
        size = Math.min(MAX_CHUNKS, Math.max(limit.minChunks, size + change));
        if (size < 1) {
            pauses = true;
            pauseUntil = now + Math.min(MAX_PAUSE_NANOS, (long) (took * (1 / size - 1)));
        }
    }

    private void remember(long took, long now) {
        if (shortest == Long.MAX_VALUE) {
            periodEnds = now + BASE_PERIOD_NANOS;
        } else if (now - periodEnds >= 0) {
            shortestBefore = shortest;
            shortest = took;
            periodEnds = now + BASE_PERIOD_NANOS;
        }
        shortest = Math.min(shortest, took);
    }

    /** Number of chunks that may be on their way; below 1 there are pauses. */
    double size() {
        return size;
    }
}
