package io.godwit.storage.rocksdb;

import io.godwit.environment.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.Lock;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.rocksdb.SstFileReaderIterator;

/** A table that arrives in pieces. The file exists from the first piece on. */
final class ArrivingTable implements Storage.ArrivingFile {
    private final Path file;
    private final Options options;
    private final RocksStorage storage;
    private FileChannel channel;
    private boolean over;

    ArrivingTable(Path file, Options options, RocksStorage storage) {
        this.file = file;
        this.options = options;
        this.storage = storage;
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
        if (over) {
            throw new IOException(file + " takes no more bytes");
        }
        if (channel == null) {
            channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        }
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Ends the file. */
    private void end() throws IOException {
        over = true;
        if (channel != null) {
            channel.close();
        }
    }

    @Override
    public Storage.Cursor scan() throws IOException {
        end();
        Lock lock = storage.lock();
        ReadOptions checked = new ReadOptions().setVerifyChecksums(true);
        SstFileReader table = new SstFileReader(options);
        Runnable closing = () -> {
            table.close();
            checked.close();
            lock.unlock();
        };
        try {
            table.open(file.toString());
        } catch (RocksDBException e) {
            closing.run();
            throw RocksStorage.failure(e);
        }
        SstFileReaderIterator all = table.newIterator(checked);
        all.seekToFirst();
        return new RocksCursor(all, all::key, all::value, () -> {
            all.close();
            closing.run();
        });
    }

    @Override
    public void ingest() throws IOException {
        end();
        storage.ingest(file);
    }

    @Override
    public void discard() {
        try {
            end();
        } catch (IOException e) {
            // It goes all the same.
        }
        CopyTables.delete(file);
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
