package io.godwit.protocol;

import java.util.Arrays;

/** What the members of a cluster do at present. The voters decide it; each state forbids more than the one before. */
public enum ClusterState {
    /** Everything. */
    ACTIVE(0),
    /** No replica is moved. Copies that are missing are made. */
    NO_MIGRATION(1),
    /** Nor are they made: the in-sync members of a partition take the place of a dead primary, and who comes back joins again. */
    FROZEN(2),
    /** Nor are writes taken. */
    PASSIVE(3),
    /**
     * Nor does the master change any configuration: for a stop of the whole cluster, in which dead members are about to come back. Members
     * that go by a cluster version before {@code ClusterVersion.RAISED} do not know it.
     */
    STOPPING(4);

    private final int number;

    ClusterState(int number) {
        this.number = number;
    }

    /** Its number in messages and stores. */
    public int number() {
        return number;
    }

    /** The state with a number, or null. */
    public static ClusterState of(int number) {
        return Arrays.stream(values())
                .filter(state -> state.number == number)
                .findFirst()
                .orElse(null);
    }

    /** May replicas be moved? */
    public boolean allowsMigrations() {
        return this == ACTIVE;
    }

    /** May missing copies be made? */
    public boolean allowsCopies() {
        return this == ACTIVE || this == NO_MIGRATION;
    }

    /** May clients write? */
    public boolean allowsWrites() {
        return this != PASSIVE && this != STOPPING;
    }

    /** May configurations be changed, for example because a member is dead? */
    public boolean allowsDecisions() {
        return this != STOPPING;
    }
}
