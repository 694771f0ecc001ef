package io.godwit.member.runtime;

/**
 * The load of a member's engine.
 *
 * @param busyNanos nanoseconds since the start in which it was not waiting
 * @param backlog events that wait; each call of a frame is one
 */
public record EngineLoad(long busyNanos, int backlog) {
    /** The load of a member without an engine. */
    public static final EngineLoad NONE = new EngineLoad(0, 0);
}
