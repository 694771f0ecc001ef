package io.godwit.protocol.quorum.registers;

/** What a member is in its term. */
public enum Role {
    /** It answers. */
    FOLLOWER,
    /** It has asked for votes. */
    CANDIDATE,
    /** It alone proposes in this term. */
    MASTER
}
