package io.godwit.member.transfer;

import io.godwit.environment.Storage;
import io.godwit.protocol.quorum.data.log.Log;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A snapshot that arrives as a file. Belongs to the "files" executor. */
final class ArrivingSnapshotFile {
    private final Store store;
    private final int partition;
    private Storage.ArrivingFile file;
    private boolean over;

    ArrivingSnapshotFile(Store store, int partition) {
        this.store = store;
        this.partition = partition;
    }

    /**
     * Appends a chunk.
     *
     * @throws IOException also for all chunks after one that could not be appended
     */
    void append(ByteBuffer bytes) throws IOException {
        if (over) {
            throw new IOException("an earlier chunk of the file of partition " + partition + " could not be written");
        }
        try {
            if (file == null) {
                file = store.newArrival();
            }
            file.append(bytes);
        } catch (IOException e) {
            discard();
            throw e;
        }
    }

    /** Gives the complete file to the store. */
    Log finish() throws IOException {
        try {
            return store.take(partition, file);
        } finally {
            discard();
        }
    }

    /** No more chunks arrive. May be called again. */
    void discard() {
        over = true;
        if (file != null) {
            file.discard();
            file = null;
        }
    }
}
