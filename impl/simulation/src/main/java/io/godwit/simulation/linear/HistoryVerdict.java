package io.godwit.simulation.linear;

/** What is known of a history. */
public enum HistoryVerdict {
    /** There is an order in which one object could have served all calls. */
    LINEARIZABLE,
    /** There is none. */
    VIOLATED,
    /** The search took too long: nothing is known. */
    GAVE_UP
}
