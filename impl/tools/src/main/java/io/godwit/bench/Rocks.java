package io.godwit.bench;

import io.godwit.bench.StorageBench.StorageEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** RocksDB: a log-structured merge tree in C++. A commit is one write to its log, flushed. */
final class Rocks implements StorageEngine {
    private final Options options = new Options().setCreateIfMissing(true);
    private final WriteOptions durable = new WriteOptions().setSync(true);
    private final RocksDB db;

    Rocks(Path directory) throws IOException {
        try {
            db = RocksDB.open(options, directory.toString());
        } catch (RocksDBException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void commit(List<Pair> batch) throws IOException {
        try (WriteBatch writes = new WriteBatch()) {
            for (Pair pair : batch) {
                writes.put(pair.key().shared(), pair.value().shared());
            }
            db.write(durable, writes);
        } catch (RocksDBException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void deleteRange(byte[] from, byte[] to) throws IOException {
        try {
            db.deleteRange(durable, from, to);
        } catch (RocksDBException e) {
            throw new IOException(e);
        }
    }

    @Override
    public long readAll() {
        long bytes = 0;
        try (RocksIterator all = db.newIterator()) {
            for (all.seekToFirst(); all.isValid(); all.next()) {
                bytes += all.key().length + all.value().length;
            }
        }
        return bytes;
    }

    @Override
    public void close() {
        db.close();
        durable.close();
        options.close();
    }
}
