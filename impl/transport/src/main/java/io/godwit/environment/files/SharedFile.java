package io.godwit.environment.files;

import io.godwit.environment.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;

/** A file that is sent in pieces. The last {@link #release} closes and deletes it. */
public final class SharedFile implements Storage.CopyFile, FileBacked {
    private final Path path;
    private final FileChannel channel;
    private final long size;
    private final AtomicInteger references = new AtomicInteger(1);

    /**
     * Opens a file, with one reference, which belongs to the caller.
     *
     * @throws IOException if it cannot be read
     */
    public SharedFile(Path path) throws IOException {
        this.path = path;
        this.channel = FileChannel.open(path, StandardOpenOption.READ);
        this.size = channel.size();
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public FileChannel channel() {
        return channel;
    }

    @Override
    public void read(ByteBuffer to, long offset) throws IOException {
        long at = offset;
        while (to.hasRemaining()) {
            int read = channel.read(to, at);
            if (read < 0) {
                throw new IOException(path + " ends at " + at);
            }
            at += read;
        }
    }

    @Override
    public void retain() {
        if (references.getAndIncrement() <= 0) {
            throw new IllegalStateException(path + " was released");
        }
    }

    @Override
    public void release() {
        int left = references.decrementAndGet();
        if (left < 0) {
            throw new IllegalStateException(path + " was released more often than retained");
        } else if (left == 0) {
            delete();
        }
    }

    private void delete() {
        try {
            channel.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // The file has been read. What remains of it is deleted when its directory is opened next.
            path.toFile().deleteOnExit();
        }
    }
}
