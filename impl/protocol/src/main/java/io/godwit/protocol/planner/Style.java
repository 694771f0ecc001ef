package io.godwit.protocol.planner;

/** What a protocol can do with the replicas of one partition without copying data. */
public enum Style {
    /**
     * Classic: each slot is a role of its own, and replicas do not swap places, because that would mean to copy them. A
     * replica may drop to an empty slot when a newcomer takes its own (SHIFT DOWN).
     */
    SLOTS,
    /**
     * Quorum: the backups are alike, and any of them may change places with the primary by a decision that moves no data.
     */
    PRIMARY_AND_BACKUPS;

    /** The role of a slot, from 0. Each member gets the same number of replicas of each role, up to one. */
    int role(int slot) {
        return this == SLOTS ? slot : Math.min(slot, 1);
    }

    /** May replicas of one partition that are there already swap roles? */
    boolean swaps() {
        return this == PRIMARY_AND_BACKUPS;
    }
}
