package io.godwit.member.runtime;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts partitions of a member. It looks only at those that have changed since it counted last; if the suspects have, at all of them.
 * Until it counts again it keeps the partitions as they were, and so what has been overwritten since: a member counts once a second,
 * whether somebody asks or not. Any thread may call.
 */
public final class PartitionCounts {
    /** Null before it has counted. */
    private volatile Counted last;

    private final AtomicLong looks = new AtomicLong();

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
    public record Counts(int primaries, int replicas, int migrations, int incomplete, int unserved, long entries) {
        /** Before anything is decided: no partition has a replica that is in sync. */
        private static Counts undecided(int partitions) {
            return new Counts(0, 0, 0, partitions, 0, 0);
        }
    }

    /** Counts, and what was counted. */
    private record Counted(
            PartitionVector<Entry> committed, PartitionVector<Replica> replicas, MemberSet suspects, Counts counts) {}

    /** Counts. Of several threads that count at the same time each has the counts of its state. */
    public Counts of(QuorumState state) {
        int partitions = state.control().committed().size();
        Counted before = last;
        if (before == null) {
            before = new Counted(
                    PartitionVector.filled(partitions, Entry.NONE),
                    PartitionVector.filled(partitions, Replica.NONE),
                    MemberSet.of(),
                    Counts.undecided(partitions));
        }
        Counter counter = new Counter(state.self(), before);
        counter.count(state);
        Counts counts = counter.counts();
        last = new Counted(state.control().committed(), state.data().replicas(), counter.suspects, counts);
        looks.addAndGet(counter.looks);
        return counts;
    }

    /** Brings counts up to date. */
    private static final class Counter {
        private final int self;
        private final Counted before;
        private MemberSet suspects;
        private int primaries;
        private int held;
        private int migrations;
        private int incomplete;
        private int unserved;
        private long entries;
        private long looks;

        Counter(int self, Counted before) {
            this.self = self;
            this.before = before;
            this.suspects = before.suspects();
            this.primaries = before.counts().primaries();
            this.held = before.counts().replicas();
            this.migrations = before.counts().migrations();
            this.incomplete = before.counts().incomplete();
            this.unserved = before.counts().unserved();
            this.entries = before.counts().entries();
        }

        void count(QuorumState state) {
            PartitionVector<Entry> committed = state.control().committed();
            committed.differences(before.committed(), p -> {
                add(before.committed().get(p).configuration(), -1);
                add(committed.get(p).configuration(), 1);
                looks++;
            });
            PartitionVector<Replica> replicas = state.data().replicas();
            replicas.differences(before.replicas(), p -> {
                add(before.replicas().get(p), -1);
                add(replicas.get(p), 1);
                looks++;
            });
            if (!suspects.equals(state.local().peers().suspects())) {
                suspects = state.local().peers().suspects();
                unserved = 0;
                committed.forEach((p, entry) -> {
                    unserved += isUnserved(entry.configuration()) ? 1 : 0;
                    looks++;
                });
            }
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

        Counts counts() {
            return new Counts(primaries, held, migrations, incomplete, unserved, entries);
        }
    }

    /** The number of times that it has looked at a partition. */
    long looks() {
        return looks.get();
    }
}
