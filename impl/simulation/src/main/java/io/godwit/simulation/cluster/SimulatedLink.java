package io.godwit.simulation.cluster;

/** The way from one site to another. All faults on it add up. Times are nanoseconds. */
final class SimulatedLink {
    /** Faults that cut it; it carries nothing while there is one. */
    int cuts;
    /** Faults for which the other site seems to have no process: connections are reset, and refused. */
    int refusals;

    long lossPerMillion;
    long duplicatePerMillion;
    long reorderPerMillion;
    long resetPerMillion;
    long corruptPerMillion;
    long extraDelay;
    long jitter;
    /** Time for which a write occupies it. */
    long busyPerWrite;
    /** Time for which each byte occupies it. */
    long busyPerByte;

    /** Until when it is occupied. */
    private long busyUntil;

    /** When a write that is sent now has passed the bottleneck. */
    long passed(long now, int bytes) {
        long takes = busyPerWrite + busyPerByte * bytes;
        if (takes == 0) {
            return now;
        }
        busyUntil = Math.max(now, busyUntil) + takes;
        return busyUntil;
    }

    boolean isUp() {
        return cuts == 0 && refusals == 0;
    }
}
