package io.godwit.bench;

import io.godwit.bench.StorageBench.StorageEngine;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** MVStore, the engine of H2: a copy-on-write tree in Java. A commit writes the changed pages as one chunk, flushed. */
final class MvStore implements StorageEngine {
    private final MVStore store;
    private final MVMap<byte[], byte[]> map;

    MvStore(Path directory) {
        store = new MVStore.Builder()
                .fileName(directory.resolve("store.mv").toString())
                .autoCommitDisabled()
                .open();
        map = store.openMap(
                "entries",
                new MVMap.Builder<byte[], byte[]>().keyType(new BytesType()).valueType(new BytesType()));
    }

    @Override
    public void commit(List<Pair> batch) {
        for (Pair pair : batch) {
            map.put(pair.key().shared(), pair.value().shared());
        }
        store.commit();
        store.sync();
    }

    @Override
    public void deleteRange(byte[] from, byte[] to) {
        Iterator<byte[]> keys = map.keyIterator(from);
        while (keys.hasNext()) {
            byte[] key = keys.next();
            if (Arrays.compareUnsigned(key, to) >= 0) {
                break;
            }
            map.remove(key);
        }
        store.commit();
        store.sync();
    }

    @Override
    public long readAll() {
        long bytes = 0;
        for (var entry : map.entrySet()) {
            bytes += entry.getKey().length + entry.getValue().length;
        }
        return bytes;
    }

    @Override
    public void close() {
        store.close();
    }

    /** Byte arrays in unsigned order. */
    private static final class BytesType extends BasicDataType<byte[]> {
        @Override
        public int compare(byte[] a, byte[] b) {
            return Arrays.compareUnsigned(a, b);
        }

        @Override
        public int getMemory(byte[] bytes) {
            return bytes.length + 24;
        }

        @Override
        public void write(WriteBuffer buffer, byte[] bytes) {
            buffer.putVarInt(bytes.length).put(bytes);
        }

        @Override
        public byte[] read(ByteBuffer buffer) {
            byte[] bytes = new byte[DataUtils.readVarInt(buffer)];
            buffer.get(bytes);
            return bytes;
        }

        @Override
        public byte[][] createStorage(int size) {
            return new byte[size][];
        }
    }
}
