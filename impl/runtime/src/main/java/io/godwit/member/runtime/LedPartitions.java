package io.godwit.member.runtime;

import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.table.Version;

/** What a member looks for from time to time in the partitions of which it is the primary. For tasks of the event loop. */
final class LedPartitions {
    private final Expiry.Primary primary;
    private final Expiry expiry;
    private final Sessions sessions;

    /** Looks for entries and sessions that expire. */
    LedPartitions(Expiry.Primary primary, Expiry expiry, Sessions sessions) {
        this.primary = primary;
        this.expiry = expiry;
        this.sessions = sessions;
    }

    /**
     * Looks at a partition.
     *
     * @param now by {@link io.godwit.environment.Clock#nanoTime}
     */
    void look(int partition, DataState data, long now) {
        if (!data.isPrimary(partition)) {
            expiry.elsewhere(partition);
            return;
        }
        Version epoch = data.replica(partition).epoch();
        expiry.look(partition, epoch);
        if (primary.takesWrites(partition)) {
            sessions.look(partition, epoch, primary.log(partition), now).ifPresent(primary::take);
        }
    }
}
