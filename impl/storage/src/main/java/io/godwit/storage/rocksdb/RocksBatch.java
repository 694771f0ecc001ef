package io.godwit.storage.rocksdb;

import io.godwit.environment.Storage;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** A batch of RocksDB, which can only fail where a batch has no room for more. */
final class RocksBatch implements Storage.Batch {
    private final WriteBatch changes = new WriteBatch();

    WriteBatch changes() {
        return changes;
    }

    @Override
    public void put(byte[] key, byte[] value) {
        try {
            changes.put(key, value);
        } catch (RocksDBException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void delete(byte[] key) {
        try {
            changes.delete(key);
        } catch (RocksDBException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void deleteRange(byte[] from, byte[] to) {
        try {
            changes.deleteRange(from, to);
        } catch (RocksDBException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public long size() {
        return changes.getDataSize();
    }

    @Override
    public void close() {
        changes.close();
    }
}
