package io.godwit.storage;

import io.godwit.protocol.quorum.data.log.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.rocksdb.SstFileReaderIterator;
import org.rocksdb.SstFileWriter;

/** Copies of partitions as files on their way from store to store: tables of RocksDB that hold nothing else. */
final class CopyFiles {
    private final Path directory;
    private final Options options;
    private final AtomicLong last = new AtomicLong();

    CopyFiles(Path directory, Options options) {
        this.directory = directory;
        this.options = options;
    }

    /** Removes what a process that crashed has left. */
    void clear() throws IOException {
        Files.createDirectories(directory);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    Path next(String kind) {
        return directory.resolve(kind + "-" + last.incrementAndGet() + ".sst");
    }

    void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The next process will remove it.
            file.toFile().deleteOnExit();
        }
    }

    /** Writes a copy to a file, at a place that no store knows. */
    Path write(int partition, Log log, Values values) throws StoreException {
        long place = 0;
        while (place == 0) {
            place = ThreadLocalRandom.current().nextLong();
        }
        List<Records.Pair> pairs = new ArrayList<>(Records.of(log, new Keys.Copy(partition, place), values));
        pairs.sort(Comparator.comparing(Records.Pair::key, Arrays::compareUnsigned));
        Path file = next("out");
        try (EnvOptions environment = new EnvOptions();
                SstFileWriter writer = new SstFileWriter(environment, options)) {
            writer.open(file.toString());
            for (Records.Pair pair : pairs) {
                writer.put(pair.key(), pair.value().get());
            }
            writer.finish();
            return file;
        } catch (RocksDBException e) {
            delete(file);
            throw new StoreException("cannot write " + file, e);
        }
    }

    /** Reads and checks a copy: each block of the file has a checksum, and each value. */
    Places.Arrival read(int partition, Path file, Values values) throws StoreException {
        CopyReader reader = new CopyReader(partition, values);
        Keys.Copy copy = null;
        try (ReadOptions checked = new ReadOptions().setVerifyChecksums(true);
                SstFileReader table = new SstFileReader(options)) {
            table.open(file.toString());
            try (SstFileReaderIterator all = table.newIterator(checked)) {
                for (all.seekToFirst(); all.isValid(); all.next()) {
                    byte[] key = all.key();
                    Keys.Copy whose = Keys.isOfCopy(key) ? Keys.copy(key) : null;
                    copy = copy == null ? whose : copy;
                    if (whose == null || whose.partition() != partition || !whose.equals(copy)) {
                        throw StoreException.damaged(
                                file + " holds something else than a copy of partition " + partition);
                    }
                    reader.take(key, all.value());
                }
                all.status();
            }
        } catch (RocksDBException e) {
            throw new StoreException("cannot read " + file, e);
        }
        if (copy == null) {
            throw StoreException.damaged(file + " is empty");
        }
        return new Places.Arrival(copy, reader.log());
    }
}
