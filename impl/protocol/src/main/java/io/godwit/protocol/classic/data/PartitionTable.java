package io.godwit.protocol.classic.data;

import io.godwit.protocol.PartitionVector;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Who holds which partition, at which version. Immutable; a change copies a few small blocks. */
public final class PartitionTable {
    private final PartitionVector<PartitionEntry> entries;

    private PartitionTable(PartitionVector<PartitionEntry> entries) {
        this.entries = entries;
    }

    /** The table of somebody who knows nothing: version 0 and empty slots everywhere. */
    public static PartitionTable empty(int partitions, int slots) {
        return new PartitionTable(PartitionVector.filled(partitions, PartitionEntry.empty(slots)));
    }

    /** A table with an entry for each partition. */
    public static PartitionTable of(int partitions, IntFunction<PartitionEntry> entry) {
        return new PartitionTable(PartitionVector.of(partitions, entry));
    }

    /** Number of partitions. */
    public int size() {
        return entries.size();
    }

    /** The entry of a partition, counted from 0. */
    public PartitionEntry get(int partition) {
        return entries.get(partition);
    }

    /** The version of a partition. */
    public int version(int partition) {
        return entries.get(partition).version();
    }

    /** The owner of a partition, or nobody. */
    public int owner(int partition) {
        return entries.get(partition).owner();
    }

    /** The table with another entry for one partition. */
    public PartitionTable with(int partition, PartitionEntry entry) {
        return new PartitionTable(entries.with(partition, entry));
    }

    /** The table with another entry for each partition; an entry that stays is to be the same object. */
    public PartitionTable map(IntFunction<PartitionEntry> entry) {
        PartitionVector<PartitionEntry> changed = entries;
        for (int p = 0; p < size(); p++) {
            changed = changed.with(p, entry.apply(p));
        }
        return new PartitionTable(changed);
    }

    /** Of each partition the entry with the greater version; this table's own when they are equal. */
    public PartitionTable newerOf(PartitionTable other) {
        return map(p -> other.version(p) > version(p) ? other.get(p) : get(p));
    }

    /** Is there a partition with equal versions and other replicas? */
    public boolean divergesFrom(PartitionTable other) {
        return any(p -> version(p) == other.version(p) && !get(p).sameReplicas(other.get(p)));
    }

    /** Have both the same versions? */
    public boolean sameVersions(PartitionTable other) {
        return !any(p -> version(p) != other.version(p));
    }

    /** The greatest version of a partition: in the generation with one version for all partitions, the version of the table. */
    public int greatestVersion() {
        return IntStream.range(0, size()).map(this::version).max().orElse(0);
    }

    /** Is there a partition for which the predicate holds? */
    public boolean any(IntPredicate partition) {
        return IntStream.range(0, size()).anyMatch(partition);
    }

    /** Does any entry name the member? */
    public boolean names(int member) {
        return any(p -> get(p).holds(member));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PartitionTable table && entries.equals(table.entries);
    }

    @Override
    public int hashCode() {
        return entries.hashCode();
    }

    @Override
    public String toString() {
        return entries.toString();
    }
}
