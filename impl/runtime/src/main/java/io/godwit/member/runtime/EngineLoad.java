package io.godwit.member.runtime;

/**
 * How much the engine's thread has to do.
 *
 * @param busyNanos nanoseconds since the start in which it was not waiting
 * @param backlog events that wait
 */
public record EngineLoad(long busyNanos, int backlog) {
    /** That of a member that has no engine yet. */
    public static final EngineLoad NONE = new EngineLoad(0, 0);
}
