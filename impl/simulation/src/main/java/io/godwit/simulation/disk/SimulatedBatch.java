package io.godwit.simulation.disk;

import io.godwit.environment.Storage;
import java.util.ArrayList;
import java.util.List;

/** Changes in their order. */
final class SimulatedBatch implements Storage.Batch {
    private final List<Change> changes = new ArrayList<>();
    private long size;

    /** A change. */
    static final class Change {
        private final byte[] key;
        private final byte[] value;
        private final byte[] behind;

        private Change(byte[] key, byte[] value, byte[] behind) {
            this.key = key;
            this.value = value;
            this.behind = behind;
        }

        /** What is changed, or where a range begins that is removed. */
        byte[] key() {
            return key;
        }

        /** What it holds then; null for nothing. */
        byte[] value() {
            return value;
        }

        /** Where a range ends; null if it is not a range. */
        byte[] behind() {
            return behind;
        }
    }

    List<Change> changes() {
        return changes;
    }

    @Override
    public void put(byte[] key, byte[] value) {
        changes.add(new Change(key, value, null));
        size += key.length + value.length;
    }

    @Override
    public void delete(byte[] key) {
        changes.add(new Change(key, null, null));
        size += key.length;
    }

    @Override
    public void deleteRange(byte[] from, byte[] to) {
        changes.add(new Change(from, null, to));
        size += from.length + to.length;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void close() {
        // There is nothing to release.
    }
}
