package io.godwit.member.transfer;

import java.util.concurrent.TimeUnit;

/**
 * How many parts may be on their way to a member without an acknowledgement. What clients wait for takes the same way and the
 * same processors, so that parts give way to it: when acknowledgements come later than they could, less is sent. The rule is
 * that of LEDBAT (RFC 6817): the shortest time that an acknowledgement has taken of late is the way itself, what is beyond that
 * is a queue, and a queue is to be {@value #TARGET_MILLIS} ms long. A window below one part is a pause between parts. Pure:
 * times are given, in nanoseconds of a clock that does not go back.
 */
final class Window {
    /** The most parts on their way: enough for 80 MB/s where an acknowledgement takes 50 ms. */
    static final double MOST = 16;

    /** A part, and then a pause of three times as long as it took. */
    static final double LEAST = 0.25;

    static final long TARGET_MILLIS = 5;

    private static final double FIRST = 2;
    private static final long TARGET = TimeUnit.MILLISECONDS.toNanos(TARGET_MILLIS);
    /** However slow all is, it goes on: a machine that is always busy would never get done. */
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
    /** The shortest time is that of the last one to two periods: ways change. */
    private static final long PERIOD = TimeUnit.SECONDS.toNanos(10);

    private double size = FIRST;
    private int underWay;
    private long pauseUntil;
    private boolean pauses;
    private long shortest = Long.MAX_VALUE;
    private long shortestBefore = Long.MAX_VALUE;
    private long periodEnds;

    /** How long it is until a part may be sent: 0 for now, {@code Long.MAX_VALUE} if something has to arrive first. */
    long room(long now) {
        if (underWay >= Math.max(1, (int) size)) {
            return Long.MAX_VALUE;
        }
        pauses = pauses && now - pauseUntil < 0;
        return pauses ? pauseUntil - now : 0;
    }

    /** A part was sent. */
    void sent() {
        underWay++;
    }

    /** Parts are not waited for any more. */
    void lost(int parts) {
        underWay -= parts;
    }

    /** A part was acknowledged that was sent at that time. */
    void arrived(long sentAt, long now) {
        underWay--;
        long took = now - sentAt;
        remember(took, now);
        double queue = took - Math.min(shortest, shortestBefore);
        double off = Math.max(-size / 2, (TARGET - queue) / TARGET / Math.max(1, size));
        size = Math.min(MOST, Math.max(LEAST, size + off));
        if (size < 1) {
            pauses = true;
            pauseUntil = now + Math.min(LONGEST_PAUSE, (long) (took * (1 / size - 1)));
        }
    }

    private void remember(long took, long now) {
        if (shortest == Long.MAX_VALUE) {
            periodEnds = now + PERIOD;
        } else if (now - periodEnds >= 0) {
            shortestBefore = shortest;
            shortest = took;
            periodEnds = now + PERIOD;
        }
        shortest = Math.min(shortest, took);
    }

    /** Parts that may be on their way; below 1 there are pauses. */
    double size() {
        return size;
    }
}
