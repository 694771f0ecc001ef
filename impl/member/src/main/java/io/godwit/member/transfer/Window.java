package io.godwit.member.transfer;

import java.util.concurrent.TimeUnit;

/**
 * How many parts may be on their way to a member without an acknowledgement. What clients wait for takes the same way and the
 * same processors, so that parts give way to it: when acknowledgements come later than they could, less is sent. The rule is
 * that of LEDBAT (RFC 6817): the shortest time that an acknowledgement has taken of late is the way itself, what is beyond that
 * is a queue, and a queue is to be as long as the {@link Manner} says, or a quarter of the way if that is more: on a long way times
 * differ by more. A window below one part is a pause between parts. Pure: times are given, in nanoseconds of a clock that does not
 * go back.
 */
final class Window {
    /** The most parts on their way: enough for 80 MB/s where an acknowledgement takes 50 ms. */
    static final double MOST = 16;

    private static final long OF_THE_WAY = 4;
    /** However slow all is, it goes on: a machine that is always busy would never get done. */
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
    /** The shortest time is that of the last one to two periods: ways change. */
    private static final long PERIOD = TimeUnit.SECONDS.toNanos(10);
    /** After so long without a part, what was known of the queue is of no use. */
    private static final long IDLE = TimeUnit.SECONDS.toNanos(1);

    private double size = Manner.ALONE.first;
    private int underWay;
    private boolean used;
    private long lastArrived;
    private long pauseUntil;
    private boolean pauses;
    private long shortest = Long.MAX_VALUE;
    private long shortestBefore = Long.MAX_VALUE;
    private long periodEnds;

    /** How long it is until a part may be sent: 0 for now, {@code Long.MAX_VALUE} if something has to arrive first. */
    long room(long now, Manner manner) {
        if (underWay == 0 && (!used || now - lastArrived > IDLE)) {
            size = Math.min(size, manner.first);
        }
        if (underWay >= Math.max(1, (int) size)) {
            return Long.MAX_VALUE;
        }
        pauses = pauses && now - pauseUntil < 0;
        return pauses ? pauseUntil - now : 0;
    }

    /** A part was sent. */
    void sent() {
        underWay++;
        used = true;
    }

    /** Parts are not waited for any more. */
    void lost(int parts) {
        underWay -= parts;
    }

    /** A part was acknowledged that was sent at that time. */
    void arrived(long sentAt, long now, Manner manner) {
        underWay--;
        lastArrived = now;
        long took = now - sentAt;
        remember(took, now);
        long way = Math.min(shortest, shortestBefore);
        double target = Math.max(manner.target, way / OF_THE_WAY);
        double off = Math.max(-size / 2, (target - (took - way)) / target / Math.max(1, size));
        size = Math.min(MOST, Math.max(manner.least, size + off));
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
