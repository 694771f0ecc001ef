package io.godwit.member.runtime;

import io.godwit.member.limit.Limit;
import io.godwit.member.limit.LimitListener;
import io.godwit.protocol.Message;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The connection to one other member, and the frames that are to be sent over it. Frames that are sent while there is no
 * connection are lost.
 */
final class PeerConnection {
    private static final long MIN_PAUSE_NANOS = 50_000_000;
    private static final long MAX_PAUSE_NANOS = 1_000_000_000;

    /** Approximate size at which a batch is complete, in bytes; a larger message is a batch of its own. */
    private static final int BATCH_BYTES = 256 << 10;

    /** Estimated overhead of a message in bytes. */
    private static final int MESSAGE_BYTES = 64;

    private final Peer peer;
    private final LimitListener limits;
    /** Whether the last frame was dropped, because there was no room for it. */
    private final AtomicBoolean dropped = new AtomicBoolean();

    private List<Frame> outbox = new ArrayList<>();
    private List<Message> batch = new ArrayList<>();
    private long batchBytes;
    private volatile Connection connection;
    private boolean connecting;
    private long pause = MIN_PAUSE_NANOS;
    /** When the next attempt to connect is due. */
    private long next;
    /** When the connection was opened. */
    private long since;

    /**
     * Creates an object without a connection.
     *
     * @param limits is called when a frame is dropped because there is no room, and when there is room again; by any thread
     */
    PeerConnection(Peer peer, long now, LimitListener limits) {
        this.peer = peer;
        this.limits = limits;
        this.next = now;
    }

    Peer peer() {
        return peer;
    }

    /**
     * Adds a message to the batch. For tasks of the event loop.
     *
     * @param bytes size of its content beside a few numbers
     * @param clock has the vector time that a complete batch gets
     */
    void add(Message message, long bytes, PeerTransport.VectorClock clock) {
        batch.add(message);
        batchBytes += MESSAGE_BYTES + bytes;
        if (batchBytes >= BATCH_BYTES) {
            complete(clock);
        }
    }

    /** Adds a frame behind everything that was added before. For tasks of the event loop. */
    void add(Frame frame, PeerTransport.VectorClock clock) {
        complete(clock);
        outbox.add(frame);
    }

    private void complete(PeerTransport.VectorClock clock) {
        if (!batch.isEmpty()) {
            outbox.add(new Frame.MessageBatch(batch, clock.vectorTime()));
            batch = new ArrayList<>();
            batchBytes = 0;
        }
    }

    /** Sends, or loses, everything that was added. For tasks of the event loop. */
    void flush(PeerTransport.VectorClock clock) {
        complete(clock);
        if (!outbox.isEmpty()) {
            for (Frame frame : outbox) {
                send(frame);
            }
            outbox = new ArrayList<>();
        }
    }

    /** Sends a frame, and returns how many bytes that took, or loses it, which is -1. Any thread may call. */
    long send(Frame frame) {
        Connection to = connection;
        if (to == null) {
            return -1;
        }
        long bytes = to.offer(frame);
        if (bytes >= 0 && dropped.compareAndSet(true, false)) {
            limits.reached(Limit.QUEUE_CONTINUES);
        } else if (bytes < 0 && to.isOpen() && dropped.compareAndSet(false, true)) {
            limits.reached(Limit.QUEUE_FULL);
        }
        return bytes;
    }

    /** Whether there is a connection. Any thread may call. */
    boolean isOpen() {
        Connection to = connection;
        return to != null && to.isOpen();
    }

    /** Nanoseconds since the connection was opened. */
    long age(long now) {
        return now - since;
    }

    /** Whether it is time to try to connect. */
    boolean isDue(long now) {
        return !connecting && !isOpen() && now - next >= 0;
    }

    void connecting() {
        connecting = true;
    }

    void opened(Connection opened, long now) {
        connecting = false;
        connection = opened;
        since = now;
        pause = MIN_PAUSE_NANOS;
    }

    /**
     * A connection is closed. It may be one that was replaced before; and if its end was noticed before this call, the next attempt
     * has begun.
     */
    void closed(Connection over, long now) {
        if (connection == over && connecting) {
            connection = null;
        } else if (connection == over) {
            boolean lasted = now - since > MAX_PAUSE_NANOS;
            closed(now);
            if (lasted) {
                retryNow(now);
            }
        }
    }

    /** Notes that something has happened at the other end, so that the next attempt to connect needs no pause. */
    void retryNow(long now) {
        next = now;
    }

    /** An attempt has failed, or the connection is closed. */
    void closed(long now) {
        connecting = false;
        connection = null;
        next = now + pause;
        pause = Math.min(MAX_PAUSE_NANOS, pause * 2);
    }

    /** Closes it if an older version is spoken. */
    void closeBelow(int version) {
        Connection to = connection;
        if (to != null && to.version() < version) {
            to.close();
        }
    }

    void close() {
        Connection to = connection;
        if (to != null) {
            to.close();
        }
    }
}
