package io.godwit.protocol.quorum.data;

/** Where a member is in its life; {@code status} in {@code spec/quorum/DataState.tla}. */
public enum Status {
    /** Its process has not started. */
    UNBORN,
    /** It runs. */
    UP,
    /** It has died and never comes back; what starts at its address is another member. */
    DOWN,
    /** It was drained, and has stopped. */
    LEFT
}
