package io.godwit.protocol.classic;

/** What is no part of the protocol's state: timers, and what is to be tried again. Immutable. */
public record Errands(long now) {
    /** Nothing to do. */
    public static final Errands NONE = new Errands(0);
}
