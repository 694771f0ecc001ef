package io.godwit.protocol.classic;

/** What a master is busy with. */
public enum MasterPhase {
    /** It is no master. */
    NONE,
    /** It has claimed and asks everybody for their tables. */
    FETCH,
    /** It leads. */
    READY,
    /** It leads and waits for the answer to a promotion. */
    PROMOTE
}
