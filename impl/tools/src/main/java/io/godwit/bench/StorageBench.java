package io.godwit.bench;

import io.godwit.protocol.map.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Writes as partition logs are written, in small groups that are durable one after the other; forgets the older half of each
 * log; starts again and reads everything. Arguments: entries, entries per group, bytes per entry, rounds, directory.
 */
public final class StorageBench {
    private static final int PARTITIONS = 271;
    private static final long SEED = 1;

    private final int entries;
    private final int group;
    private final int size;
    private final Path directory;

    private StorageBench(int entries, int group, int size, Path directory) {
        this.entries = entries;
        this.group = group;
        this.size = size;
        this.directory = directory;
    }

    private interface Opener {
        StorageEngine open(Path directory) throws IOException;
    }

    /** Runs the candidates in turns, so that what disturbs the machine disturbs both. */
    public static void main(String[] arguments) throws IOException {
        int entries = argument(arguments, 0, 100_000);
        int group = argument(arguments, 1, 50);
        int size = argument(arguments, 2, 1_000);
        int rounds = argument(arguments, 3, 3);
        Path directory = arguments.length > 4 ? Path.of(arguments[4]) : Files.createTempDirectory("godwit-storage");
        System.out.printf(
                "%d entries of %d bytes over %d partitions, %d per commit; %s%n%n",
                entries, size, PARTITIONS, group, directory);
        System.out.println(
                "| engine | round | commits/s | p50 ms | p99 ms | MB on disk | forget half s | open and read s |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|");
        for (int round = 1; round <= rounds; round++) {
            StorageBench bench = new StorageBench(entries, group, size, directory);
            bench.run("RocksDB", round, Rocks::new);
            bench.run("MVStore", round, MvStore::new);
        }
    }

    private static int argument(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }

    private void run(String name, int round, Opener opener) throws IOException {
        Path place = Files.createDirectories(directory.resolve(name));
        long[] times = new long[entries / group];
        double forgotten;
        try (StorageEngine store = opener.open(place)) {
            write(store, times);
            long from = System.nanoTime();
            for (int p = 0; p < PARTITIONS; p++) {
                store.deleteRange(key(p, 0), key(p, entries / PARTITIONS / 2));
            }
            forgotten = seconds(from);
        }
        double writing = Arrays.stream(times).sum() / 1e9;
        long reopened = System.nanoTime();
        try (StorageEngine store = opener.open(place)) {
            long bytes = store.readAll();
            if (bytes < (long) entries * size / 2 - (long) PARTITIONS * size) {
                throw new IOException(name + " has lost something: " + bytes + " bytes");
            }
        }
        double reading = seconds(reopened);
        Arrays.sort(times);
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %.0f | %.2f | %.2f | %.0f | %.2f | %.2f |%n",
                name,
                round,
                times.length / writing,
                times[times.length / 2] / 1e6,
                times[times.length * 99 / 100] / 1e6,
                onDisk(place) / 1e6,
                forgotten,
                reading);
        delete(place);
    }

    private void write(StorageEngine store, long[] times) throws IOException {
        Random random = new Random(SEED);
        int[] next = new int[PARTITIONS];
        for (int i = 0; i < times.length; i++) {
            List<StorageEngine.Pair> batch = new ArrayList<>();
            for (int j = 0; j < group; j++) {
                int partition = random.nextInt(PARTITIONS);
                byte[] value = new byte[size];
                random.nextBytes(value);
                batch.add(new StorageEngine.Pair(Bytes.owning(key(partition, next[partition]++)), Bytes.owning(value)));
            }
            long from = System.nanoTime();
            store.commit(batch);
            times[i] = System.nanoTime() - from;
        }
    }

    private static byte[] key(int partition, int position) {
        return ByteBuffer.allocate(8).putInt(partition).putInt(position).array();
    }

    private static double seconds(long from) {
        return (System.nanoTime() - from) / 1e9;
    }

    private static long onDisk(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }

    /** A storage engine that keeps keys in order. */
    interface StorageEngine extends AutoCloseable {
        /** An entry. */
        record Pair(Bytes key, Bytes value) {}

        /** Makes all entries durable at once: after it, no crash loses any of them, and none of them is there without the others. */
        void commit(List<Pair> batch) throws IOException;

        /** Forgets all keys from the first to before the second. */
        void deleteRange(byte[] from, byte[] to) throws IOException;

        /** Reads all entries in order; returns how many bytes there are. */
        long readAll() throws IOException;

        @Override
        void close() throws IOException;
    }

    /** MVStore, the engine of H2: a copy-on-write tree in Java. A commit writes the changed pages as one chunk, flushed. */
    static final class MvStore implements StorageEngine {
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

    /** RocksDB: a log-structured merge tree in C++. A commit is one write to its log, flushed. */
    static final class Rocks implements StorageEngine {
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
}
