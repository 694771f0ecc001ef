package io.godwit.protocol.scheduler;

/** What comes first when a member is free; in this order. Promotions are not planned: they come before all plans. */
public enum Urgency {
    /** A replica is missing. */
    REPAIR(0),
    /** Nothing is missing, but replicas shall be elsewhere. */
    BALANCE(1);

    private final int rank;

    Urgency(int rank) {
        this.rank = rank;
    }

    /** The position in the order, from 0 for what comes first. */
    int rank() {
        return rank;
    }
}
