package io.godwit.protocol.classic;

/** The event of an action that a member takes by itself and that needs to be told nothing. */
public enum Act {
    /** Take it now. */
    NOW
}
