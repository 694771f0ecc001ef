package io.godwit.protocol.classic.table;

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
        long hash = 0;
        for (int p = 0; p < table.size(); p++) {
            Entry entry = table.get(p);
            hash = mix(hash, entry.version());
            for (int i = 0; replicasToo && i < entry.slots(); i++) {
                hash = mix(hash, entry.replica(i));
            }
        }
        return hash;
    }

    private static long mix(long hash, int value) {
        long h = (hash ^ value) * 0x9E3779B97F4A7C15L;
        return h ^ (h >>> 29);
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
