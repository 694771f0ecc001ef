package io.godwit.member.transfer;

import io.godwit.protocol.quorum.data.log.Log;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that comes in parts. Belongs to one thread. */
final class IncomingFile {
    private final Store store;
    private final int partition;
    private final Path path;
    private FileChannel channel;
    private boolean over;

    IncomingFile(Store store, int partition) {
        this.store = store;
        this.partition = partition;
        this.path = store.newFile();
    }

    void write(ByteBuffer bytes) throws IOException {
        if (over) {
            throw new IOException(path + " was given up");
        }
        if (channel == null) {
            channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        }
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** All is there: gives it to the store. */
    Log finish() throws IOException {
        over = true;
        channel.close();
        return store.take(partition, path);
    }

    /** Nothing more comes. */
    void giveUp() throws IOException {
        if (!over) {
            over = true;
            if (channel != null) {
                channel.close();
                Files.deleteIfExists(path);
            }
        }
    }
}
