package io.godwit.member.runtime;

import io.godwit.protocol.quorum.agenda.Agenda;
import java.util.concurrent.TimeUnit;

/**
 * The clock that the engine is shown. The engine has fixed times; with heartbeats that are rarer than its own, its clock goes
 * slower, so that it waits as many heartbeats as before until it misses a master or gives up a member.
 */
public final class Pace {
    private final long heartbeatNanos;

    /**
     * A clock by which the engine's heartbeats come every so many milliseconds.
     *
     * @param heartbeat 1 or more
     */
    public Pace(int heartbeat) {
        this.heartbeatNanos = TimeUnit.MILLISECONDS.toNanos(heartbeat);
    }

    /** What the engine is to take for the time, in its microseconds; never goes back where {@code nanos} does not. */
    public long micros(long nanos) {
        long periods = Math.floorDiv(nanos, heartbeatNanos);
        long rest = Math.floorMod(nanos, heartbeatNanos);
        return periods * Agenda.HEARTBEAT_MICROS + rest * Agenda.HEARTBEAT_MICROS / heartbeatNanos;
    }
}
