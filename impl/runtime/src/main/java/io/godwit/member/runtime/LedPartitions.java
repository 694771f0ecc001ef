package io.godwit.member.runtime;

import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.table.Version;
import java.util.BitSet;

/**
 * What a member looks for from time to time in the partitions of which it is the primary. It looks only at those that have changed, and
 * those whose sessions may have expired. For tasks of the event loop.
 */
final class LedPartitions {
    /** Maximum number of partitions that are looked at in a run: all may be due at the same time. */
    static final int MAX_LOOKS = 4_096;

    private final Expiry.Primary primary;
    private final Expiry expiry;
    private final Sessions sessions;
    /** The replicas at the last look, null before the first one. */
    private PartitionVector<Replica> looked;
    /** Partitions that are to be looked at. */
    private final BitSet due = new BitSet();
    /** Where the next run begins. */
    private int next;

    /** Looks for entries and sessions that expire. */
    LedPartitions(Expiry.Primary primary, Expiry expiry, Sessions sessions) {
        this.primary = primary;
        this.expiry = expiry;
        this.sessions = sessions;
    }

    /**
     * Looks at partitions that are due, but no more than {@value #MAX_LOOKS} of which the member is the primary; the next call goes on.
     *
     * @param now by {@link io.godwit.environment.Clock#nanoTime}
     */
    void look(DataState data, long now) {
        if (looked == null) {
            due.set(0, data.replicas().size());
        } else {
            data.replicas().differences(looked, due::set);
        }
        looked = data.replicas();
        sessions.due(now, due::set);
        int left = MAX_LOOKS;
        int begin = next;
        for (int p = due.nextSetBit(begin); p >= 0 && left > 0; p = due.nextSetBit(p + 1)) {
            left -= lookAt(data, p, now);
        }
        for (int p = due.nextSetBit(0); p >= 0 && p < begin && left > 0; p = due.nextSetBit(p + 1)) {
            left -= lookAt(data, p, now);
        }
    }

    /** Looks at a partition; returns how often it did so as its primary. */
    private int lookAt(DataState data, int p, long now) {
        boolean led = data.isPrimary(p);
        due.set(p, !look(p, data.replica(p).epoch(), led, now));
        next = p + 1;
        return led ? 1 : 0;
    }

    /** Looks at a partition; returns false if that has to be done again, because nothing may be written now. */
    private boolean look(int partition, Version epoch, boolean led, long now) {
        if (!led) {
            expiry.elsewhere(partition);
            return true;
        }
        expiry.look(partition, epoch);
        if (!primary.takesWrites(partition)) {
            return false;
        }
        sessions.look(partition, epoch, primary.log(partition), now).ifPresent(primary::take);
        return true;
    }
}
