package io.godwit.transport.connection;

import io.godwit.environment.Credentials;
import io.godwit.environment.Transport;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.codec.FrameCodec.Encoded;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;

/**
 * A connection during or after the handshake. Any thread may call.
 *
 * <p>Frames that are to be sent wait in memory, up to a limit in bytes; beyond it new frames are dropped, as if they had been
 * lost on the way. A sender that must not lose a frame first asks whether there is {@linkplain #hasRoom room}.
 */
public final class Connection {
    /** Small frames are written together into one buffer of up to this size. */
    private static final int MAX_BUFFER_BYTES = 64 << 10;

    private final Transport.Connection transport;
    private final FrameCodec codec;
    private final long maxWaiting;
    private final AtomicLong waiting = new AtomicLong();
    private final Queue<Encoded> queue = new ConcurrentLinkedQueue<>();
    /** Whether the executor has been asked to write what is in the queue. */
    private final AtomicBoolean handedOver = new AtomicBoolean();

    private final CRC32C checksum = new CRC32C();
    private volatile boolean closing;
    private volatile int version = ClusterVersion.FIRST;

    Connection(Transport.Connection transport, FrameCodec codec, Limits limits) {
        this.transport = transport;
        this.codec = codec;
        this.maxWaiting = limits.queue();
    }

    /** Both ends speak this version of the wire format. */
    void speak(int common) {
        version = common;
    }

    /** The version of the wire format that is spoken. */
    public int version() {
        return version;
    }

    /**
     * Sends a frame if the connection is open, there is room, and the other side can read it.
     *
     * @return false if it was dropped
     */
    public boolean send(Frame frame) {
        return offer(frame) >= 0;
    }

    /**
     * Sends a frame if the connection is open, there is room, and the other side can read it, and tells how long it is.
     *
     * @return bytes of the frame with its header and, if it is a part of a file, these bytes; -1 if it was dropped
     */
    public long offer(Frame frame) {
        if (!isOpen() || FrameCodec.needs(frame) > version) {
            return -1;
        }
        Encoded encoded = codec.encode(frame);
        long size = size(encoded);
        // A frame that is larger than the limit goes when nothing else waits.
        if (waiting.getAndAdd(size) > 0 && waiting.get() > maxWaiting) {
            waiting.addAndGet(-size);
            return -1;
        }
        if (encoded.file() instanceof FileSlice.OfFile slice) {
            slice.file().retain();
        }
        queue.add(encoded);
        if (handedOver.compareAndSet(false, true)) {
            transport.executor().execute(this::write);
        }
        return size;
    }

    private static long size(Encoded frame) {
        return Framing.HEADER_BYTES
                + frame.size()
                + (frame.file() == null ? 0L : frame.file().length());
    }

    /** Writes all frames of the queue, and flushes once. */
    private void write() {
        handedOver.set(false);
        List<Encoded> together = new ArrayList<>();
        int bytes = 0;
        for (Encoded next = queue.poll(); next != null; next = queue.poll()) {
            int size = Framing.HEADER_BYTES + next.size();
            if (bytes > 0 && bytes + size > MAX_BUFFER_BYTES) {
                write(together, bytes);
                together.clear();
                bytes = 0;
            }
            together.add(next);
            bytes += size;
            if (next.file() != null) {
                write(together, bytes);
                together.clear();
                bytes = 0;
                write(next.file());
            }
        }
        if (bytes > 0) {
            write(together, bytes);
        }
        transport.flush();
    }

    private void write(List<Encoded> frames, int bytes) {
        transport.write(
                bytes,
                buffer -> {
                    for (Encoded frame : frames) {
                        Framing.write(frame, buffer, checksum);
                    }
                },
                () -> waiting.addAndGet(-bytes));
    }

    private void write(FileSlice slice) {
        int length = slice.length();
        if (slice instanceof FileSlice.OfFile part) {
            transport.write(part.file(), part.offset(), length, () -> {
                waiting.addAndGet(-length);
                part.file().release();
            });
        } else if (slice instanceof FileSlice.Held held) {
            transport.write(length, buffer -> buffer.put(held.bytes().duplicate()), () -> waiting.addAndGet(-length));
        }
    }

    /** Sends a frame in any case, and closes the connection when it has left. Nothing is sent or received afterwards. */
    public void sendLast(Frame frame) {
        sendLast(frame, false);
    }

    /** Does the same so that a process of wire format 1 or 2 understands the frame, if asked to. */
    void sendLast(Frame frame, boolean old) {
        closing = true;
        Encoded encoded = codec.encode(frame);
        transport.executor().execute(() -> {
            write();
            if (old) {
                transport.write(
                        Framing.OLD_HEADER_BYTES + encoded.size(),
                        buffer -> Framing.writeOld(encoded, buffer),
                        this::close);
            } else {
                transport.write(
                        Framing.HEADER_BYTES + encoded.size(),
                        buffer -> Framing.write(encoded, buffer, checksum),
                        this::close);
            }
            transport.flush();
        });
    }

    /** Whether less than half of the limit waits to be sent. */
    public boolean hasRoom() {
        return waiting.get() <= maxWaiting / 2;
    }

    /** Bytes that wait to be sent. */
    public long waiting() {
        return waiting.get();
    }

    /** Stops reading, so that the other side has to wait, or continues. */
    public void reading(boolean enabled) {
        transport.reading(enabled);
    }

    /** Whether frames can be sent and received, as far as is known here. */
    public boolean isOpen() {
        return !closing && transport.isOpen();
    }

    /** Closes it at once. Frames that have not left are lost. */
    public void close() {
        closing = true;
        transport.close();
    }

    /** What is known about the other side. */
    public Credentials credentials() {
        return transport.credentials();
    }

    /** The address of the other side, for people. */
    public String remote() {
        return transport.remote();
    }

    @Override
    public String toString() {
        return "connection with " + remote();
    }
}
