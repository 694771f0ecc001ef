package io.godwit.member.runtime;

import io.godwit.protocol.quorum.engine.Engine;
import java.util.concurrent.TimeUnit;

/**
 * The clock that the engine is given. The engine's timeouts are fixed; where heartbeats are less frequent than it assumes, its
 * clock runs slower, so that a timeout lasts as many heartbeats as before.
 */
public final class EngineClock {
    private final long heartbeatNanos;

    /**
     * For a period of heartbeats.
     *
     * @param heartbeat milliseconds, 1 or more
     */
    public EngineClock(int heartbeat) {
        this.heartbeatNanos = TimeUnit.MILLISECONDS.toNanos(heartbeat);
    }

    /** The engine's time, in its microseconds; does not decrease as long as {@code nanos} does not. */
    public long micros(long nanos) {
        long periods = Math.floorDiv(nanos, heartbeatNanos);
        long rest = Math.floorMod(nanos, heartbeatNanos);
        return periods * Engine.HEARTBEAT_MICROS + rest * Engine.HEARTBEAT_MICROS / heartbeatNanos;
    }
}
