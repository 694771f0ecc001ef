package io.godwit.protocol.classic.replication;

import io.godwit.protocol.Guards;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;

/** Whether a member may serve a replica sync of a partition to a backup. */
final class SyncSource {
    private final Serves serves;

    SyncSource(Guards guards) {
        this.serves = new Serves(guards);
    }

    /** Why it may not, or null. */
    ClassicGuard refusal(ClassicState state, int partition, int backup) {
        ClassicGuard refusal = serves.refusal(state, partition);
        if (refusal != null) {
            return refusal;
        }
        if (state.frozen().get(partition)) {
            return ClassicGuard.NOT_FROZEN;
        }
        if (state.serving().has(partition)) {
            return ClassicGuard.NOT_SERVING;
        }
        boolean known =
                state.others().contains(backup) && state.table().get(partition).isBackup(backup);
        return known ? null : ClassicGuard.BACKUP_IS_MEMBER;
    }
}
