package io.godwit.protocol;

/** What the members of a cluster do at present. The voters decide it; each state forbids more than the one before. */
public enum ClusterState {
    /** Everything. */
    ACTIVE,
    /** No replica is moved. Copies that are missing are made. */
    NO_MIGRATION,
    /** Nor are they made: the in-sync members of a partition take the place of a dead primary, and who comes back joins again. */
    FROZEN,
    /** Nor are writes taken. */
    PASSIVE;

    /** May replicas be moved? */
    public boolean allowsMigrations() {
        return this == ACTIVE;
    }

    /** May missing copies be made? */
    public boolean allowsCopies() {
        return compareTo(FROZEN) < 0;
    }

    /** May clients write? */
    public boolean allowsWrites() {
        return this != PASSIVE;
    }
}
