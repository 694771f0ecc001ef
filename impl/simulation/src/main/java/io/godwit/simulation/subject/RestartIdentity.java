package io.godwit.simulation.subject;

/** Who a process is that starts where another one died or left. */
public enum RestartIdentity {
    /** Another member, with a number of its own; what was sent to the dead one is lost. */
    OWN,
    /** It takes the number of its predecessor: the world without {@code FreshIdentity}. */
    NUMBER,
    /** Another member, but what was sent to its predecessor reaches it: the address decides. */
    ADDRESS
}
