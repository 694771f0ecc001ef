package io.godwit.member;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * Counts partitions of a member. It looks only at those that have changed since it counted last; if the suspects have, at all of them.
 * Any thread may call.
 */
public final class PartitionCounts {
    private PartitionVector<Entry> committed = PartitionVector.filled(0, Entry.NONE);
    private PartitionVector<Replica> replicas = PartitionVector.filled(0, Replica.NONE);
    private MemberSet suspects = MemberSet.of();
    private int self;
    private int primaries;
    private int held;
    private int migrations;
    private int incomplete;
    private int unserved;
    private long entries;
    private long looks;

    /**
     * The counts in a state.
     *
     * @param primaries of how many partitions the member is the primary
     * @param replicas of how many it holds a copy, the primaries included
     * @param migrations how many migrations it knows of
     * @param incomplete of how many partitions not all replicas are in sync, as far as it knows
     * @param unserved of how many partitions all in-sync replicas are at members that it takes to be dead
     * @param entries keys in its copies
     */
    public record Counts(int primaries, int replicas, int migrations, int incomplete, int unserved, long entries) {}

    /** Counts. */
    public synchronized Counts of(QuorumState state) {
        PartitionVector<Entry> decided = state.control().committed();
        if (committed.size() == 0) {
            committed = PartitionVector.filled(decided.size(), Entry.NONE);
            replicas = PartitionVector.filled(decided.size(), Replica.NONE);
            self = state.self();
        }
        decided.differences(committed, p -> {
            add(committed.get(p).configuration(), -1);
            add(decided.get(p).configuration(), 1);
            looks++;
        });
        committed = decided;
        PartitionVector<Replica> now = state.data().replicas();
        now.differences(replicas, p -> {
            add(replicas.get(p), -1);
            add(now.get(p), 1);
            looks++;
        });
        replicas = now;
        if (!suspects.equals(state.local().peers().suspects())) {
            suspects = state.local().peers().suspects();
            unserved = 0;
            committed.forEach((p, entry) -> {
                unserved += isUnserved(entry.configuration()) ? 1 : 0;
                looks++;
            });
        }
        return new Counts(primaries, held, migrations, incomplete, unserved, entries);
    }

    private void add(Configuration c, int times) {
        migrations += c.isMigrating() ? times : 0;
        incomplete += c.inSyncSize() < c.size() ? times : 0;
        unserved += isUnserved(c) ? times : 0;
    }

    private boolean isUnserved(Configuration c) {
        return !suspects.isEmpty() && c.inSyncSize() > 0 && suspects.containsAll(c.inSync());
    }

    private void add(Replica replica, int times) {
        primaries += replica.isPrimary(self) ? times : 0;
        if (replica.configuration().isReplica(self)) {
            held += times;
            replica.log().content().maps().forEach((map, cells) -> entries += (long) times * cells.size());
        }
    }

    /** The number of times that it has looked at a partition. */
    synchronized long looks() {
        return looks;
    }
}
