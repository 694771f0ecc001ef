package io.godwit.storage.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file beside the database with the number of the last write that is known to be synced. RocksDB takes the end of its log for the end
 * of what was written: it does not notice that a synced end is missing. The mark itself is not synced. After the end of the process it
 * is that of the last sync, after a power cut perhaps that of an earlier one, or none.
 */
final class SyncedMark implements AutoCloseable {
    private static final String NAME = "SYNCED";
    private static final int BYTES = 2 * Long.BYTES;

    /** Null if the file cannot be made, as on a full disk. */
    private final FileChannel file;

    private final ByteBuffer buffer = ByteBuffer.allocate(BYTES);

    private SyncedMark(FileChannel file) {
        this.file = file;
    }

    /** Opens the mark of a database, which is made if there is none. */
    static SyncedMark open(Path directory) {
        try {
            return new SyncedMark(
                    FileChannel.open(directory.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE));
        } catch (IOException e) {
            return new SyncedMark(null);
        }
    }

    /** The number of the last write that was synced, as far as is known; 0 if nothing is. */
    static long read(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        byte[] bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        if (bytes.length != BYTES) {
            return 0;
        }
        ByteBuffer read = ByteBuffer.wrap(bytes);
        long number = read.getLong();
        // A mark that was not written whole says nothing.
        return read.getLong() == ~number ? number : 0;
    }

    /** All writes up to this one are synced. */
    void write(long number) {
        if (file == null) {
            return;
        }
        buffer.clear().putLong(number).putLong(~number).flip();
        try {
            file.write(buffer, 0);
        } catch (IOException e) {
            // An older mark is true as well.
            buffer.clear();
        }
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
