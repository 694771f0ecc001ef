package io.godwit.events;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that lines are added to, through a window of memory that is a part of the file: adding a line costs a copy of its
 * bytes, and what was added is in the file even if the process is killed the moment after. Behind the last line there are
 * zeros in the file until it is closed.
 */
final class LogFile implements AutoCloseable {
    /** Bytes of the window; a longer line gets a window of its own. */
    private static final int WINDOW = 1 << 22;

    /** A block of zeros, small enough to be still in the processor's cache when lines overwrite it. */
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 16);

    private final FileChannel channel;
    private final long limit;
    private MappedByteBuffer window;
    private long begin;
    /** Up to where in the window there is room on the disk. */
    private int reserved;

    /**
     * A new file.
     *
     * @param limit bytes that it may have at most
     * @throws IOException if it exists, or cannot be written
     */
    LogFile(Path file, long limit) throws IOException {
        this.channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        this.limit = limit;
    }

    /**
     * Adds a line.
     *
     * @return false if the file would become too long
     * @throws IOException if the disk does not take it
     */
    boolean add(byte[] bytes, int size) throws IOException {
        if (length() + size > limit) {
            return false;
        }
        if (window == null || window.remaining() < size) {
            long from = length();
            window = channel.map(FileChannel.MapMode.READ_WRITE, from, Math.max(WINDOW, size));
            begin = from;
            reserved = 0;
        }
        if (window.position() + size > reserved) {
            reserve(window.position() + size);
        }
        window.put(bytes, 0, size);
        return true;
    }

    /** Zeros are written, so that a full disk is noticed now and not when the window is used. */
    private void reserve(int wanted) throws IOException {
        while (reserved < wanted) {
            int some = Math.min(ZEROS.capacity(), window.capacity() - reserved);
            reserved += channel.write(ZEROS.slice(0, some), begin + reserved);
        }
    }

    private long length() {
        return window == null ? begin : begin + window.position();
    }

    /** Ends the file behind the last line. */
    @Override
    public void close() throws IOException {
        long length = length();
        window = null;
        channel.truncate(length);
        channel.close();
    }
}
