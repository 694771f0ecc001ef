package io.godwit.transport.frame;

import io.netty.util.AbstractReferenceCounted;
import io.netty.util.ReferenceCounted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that is sent piece by piece. It is closed and removed when nobody needs it any more. */
public final class SharedFile extends AbstractReferenceCounted {
    private final Path path;
    private final FileChannel channel;
    private final long size;

    /**
     * Opens a file; it belongs to whoever has opened it, too, and goes with the last {@link #release}.
     *
     * @throws IOException if it cannot be read
     */
    public SharedFile(Path path) throws IOException {
        this.path = path;
        this.channel = FileChannel.open(path, StandardOpenOption.READ);
        this.size = channel.size();
    }

    /** How many bytes it has. */
    public long size() {
        return size;
    }

    /** For reading at any place. */
    public FileChannel channel() {
        return channel;
    }

    /**
     * Copies a piece.
     *
     * @param to gets as much as there is room for
     * @throws IOException if there is not so much
     */
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
    protected void deallocate() {
        try {
            channel.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // It has been read, and whoever opens its directory next will remove it.
            path.toFile().deleteOnExit();
        }
    }

    @Override
    public ReferenceCounted touch(Object hint) {
        return this;
    }
}
