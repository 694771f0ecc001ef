package io.godwit.protocol.scheduler;

/** What comes first when a member is free; in this order. */
public enum Urgency {
    /** A partition has no primary. */
    PROMOTION(0),
    /** A replica is missing. */
    REPAIR(1),
    /** Nothing is missing, but replicas shall be elsewhere. */
    BALANCE(2);

    private final int rank;

    Urgency(int rank) {
        this.rank = rank;
    }

    /** The position in the order, from 0 for what comes first. */
    int rank() {
        return rank;
    }
}
