package io.godwit.protocol.classic.replication;

import io.godwit.protocol.Guards;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;

/** Whether a member serves a partition: it may change the data and acknowledge. {@code ClassicState!Serves}. */
public final class Serves {
    private final Guards guards;

    /** The question under these guards. */
    public Serves(Guards guards) {
        this.guards = guards;
    }

    /** Why the member does not serve the partition, or null when it does. */
    public ClassicGuard refusal(ClassicState state, int partition) {
        if (!state.up()) {
            return ClassicGuard.UP;
        }
        if (state.table().owner(partition) != state.self()) {
            return ClassicGuard.OWNER;
        }
        if (!state.frozen().get(partition)) {
            return null;
        }
        if (!state.active().has(partition)) {
            return ClassicGuard.NO_SYNC;
        }
        return guards.has(ClassicGuard.FREEZE_BLOCKS_WRITES) ? ClassicGuard.FREEZE_BLOCKS_WRITES : null;
    }
}
