package io.godwit.simulation.net;

/** The way from one site to another. All faults on it add up. */
final class Link {
    /** Faults that cut it; it carries nothing while there is one. */
    int cuts;

    long lossPerMillion;
    long duplicatePerMillion;
    long reorderPerMillion;
    long extraDelay;
    long jitter;
    /** Microseconds that a message occupies it, 0 when it is never busy. */
    long busyPerMessage;
    /** Microseconds that each entry of a copied log takes. */
    long perCopied;

    /** When the last message arrives; later ones arrive later. */
    private long lastArrival;
    /** Until when it is occupied. */
    private long busyUntil;

    private long lastSend = -1;
    private long sameTime;

    /** How many messages were sent in this very microsecond before, so that chance can tell them apart. */
    long nth(long now) {
        sameTime = now == lastSend ? sameTime + 1 : 0;
        lastSend = now;
        return sameTime;
    }

    /** When a message that is sent now has passed the bottleneck. */
    long passed(long now) {
        if (busyPerMessage == 0) {
            return now;
        }
        busyUntil = Math.max(now, busyUntil) + busyPerMessage;
        return busyUntil;
    }

    /** In order behind all messages before. */
    long inOrder(long arrival) {
        lastArrival = Math.max(lastArrival + 1, arrival);
        return lastArrival;
    }
}
