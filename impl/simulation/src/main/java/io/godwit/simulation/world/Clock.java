package io.godwit.simulation.world;

/** A member's clock: it starts anywhere, may run too fast or too slow, and never goes back. */
final class Clock {
    private static final double MILLION = 1e6;

    private long worldBase;
    private long localBase;
    private long driftPerMillion;

    Clock(long start, long now) {
        this.worldBase = now;
        this.localBase = start;
    }

    /** What it shows. */
    long at(long now) {
        return localBase + (long) ((now - worldBase) * (1 + driftPerMillion / MILLION));
    }

    /** From now on it runs that many millionths too fast. */
    void drift(long now, long perMillion) {
        localBase = at(now);
        worldBase = now;
        driftPerMillion = perMillion;
    }

    /** How long the world waits while the clock counts so many microseconds. */
    long worldTime(long local) {
        return Math.max(1, (long) (local / (1 + driftPerMillion / MILLION)));
    }
}
