package io.godwit.protocol.classic.data;

/**
 * A number that is the same for equal tables, computed when it is asked for. Two stamps are equal when their numbers are.
 */
public final class TableStamp {
    private final PartitionTable table;
    private final boolean replicasToo;
    private Long value;

    private TableStamp(PartitionTable table, boolean replicasToo) {
        this.table = table;
        this.replicasToo = replicasToo;
    }

    /**
     * The stamp of a table.
     *
     * @param replicasToo whether it covers the replicas; the published one covers the versions only
     */
    public static TableStamp of(PartitionTable table, boolean replicasToo) {
        return new TableStamp(table, replicasToo);
    }

    /** The number. */
    public long value() {
        Long known = value;
        if (known == null) {
            // Two threads may both compute it, and get the same.
            known = compute();
            value = known;
        }
        return known;
    }

    private long compute() {
        if (!table.any(p -> table.version(p) > 0)) {
            return Stamp.NO_TABLE;
        }
        return replicasToo ? ofReplicas() : Stamp.of(table.size(), table::version);
    }

    /** The same hash over all numbers of all entries: the version, then the replicas. */
    private long ofReplicas() {
        int width = table.get(0).slots() + 1;
        return Stamp.of(table.size() * width, i -> {
            PartitionEntry entry = table.get(i / width);
            return i % width == 0 ? entry.version() : entry.replica(i % width - 1);
        });
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableStamp stamp && value() == stamp.value();
    }

    @Override
    public int hashCode() {
        return Long.hashCode(value());
    }

    @Override
    public String toString() {
        return Long.toHexString(value());
    }
}
