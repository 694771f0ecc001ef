package io.godwit.storage.rocksdb;

import io.godwit.environment.Storage;
import io.godwit.environment.files.SharedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/** Copies of partitions as files: tables of RocksDB in a directory of their own. */
final class CopyTables {
    private final Path directory;
    private final Options options;
    private final RocksStorage storage;
    private final AtomicLong last = new AtomicLong();

    /** Removes what a process that crashed has left in the directory. */
    CopyTables(Path directory, Options options, RocksStorage storage) throws IOException {
        this.directory = directory;
        this.options = options;
        this.storage = storage;
        Files.createDirectories(directory);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    private Path next(String kind) {
        return directory.resolve(kind + "-" + last.incrementAndGet() + ".sst");
    }

    Storage.CopyWriter newCopy() throws IOException {
        return storage.using(() -> new TableWriter(next("out")));
    }

    Storage.ArrivingFile newArrival() {
        return new ArrivingTable(next("in"), options, storage);
    }

    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The next process will remove it.
            file.toFile().deleteOnExit();
        }
    }

    /** A table that is being written. */
    private final class TableWriter implements Storage.CopyWriter {
        private final Path file;
        private final EnvOptions environment = new EnvOptions();
        private final SstFileWriter writer = new SstFileWriter(environment, options);

        TableWriter(Path file) throws RocksDBException {
            this.file = file;
            try {
                writer.open(file.toString());
            } catch (RocksDBException e) {
                close();
                throw e;
            }
        }

        @Override
        public void put(byte[] key, byte[] value) throws IOException {
            storage.using(() -> {
                writer.put(key, value);
                return null;
            });
        }

        @Override
        public Storage.CopyFile finish() throws IOException {
            return storage.using(() -> {
                writer.finish();
                close();
                return new SharedFile(file);
            });
        }

        private void close() {
            writer.close();
            environment.close();
        }

        @Override
        public void discard() {
            close();
            delete(file);
        }
    }
}
