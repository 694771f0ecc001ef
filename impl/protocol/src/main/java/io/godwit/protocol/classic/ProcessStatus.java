package io.godwit.protocol.classic;

/** Whether a process takes part. A process that crashed has no state. */
public enum ProcessStatus {
    /** It has not joined yet. */
    OFF,
    /** It is a member. */
    UP,
    /** It was released. */
    LEFT
}
