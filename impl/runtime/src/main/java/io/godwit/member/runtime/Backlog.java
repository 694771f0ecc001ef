package io.godwit.member.runtime;

import io.godwit.member.limit.Limit;
import io.godwit.member.limit.LimitListener;
import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.frame.Frame;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Frames that have arrived and wait for the event loop. If too much work waits there, or too many bytes in frames, the connection of
 * the next frame is not read until the loop has reached that frame. Any thread may call.
 */
final class Backlog {
    /** What an entry of a map or log takes beside its key and value. */
    private static final int ENTRY_BYTES = 256;

    private final EventLoop loop;
    private final int maxTasks;
    private final long maxBytes;
    private final LimitListener limits;
    /** Size of the frames that wait. */
    private final AtomicLong bytes = new AtomicLong();
    /** Bytes of all frames that the loop has reached, with what their objects take. */
    private final LongAdder received = new LongAdder();

    /**
     * An empty backlog.
     *
     * @param maxTasks tasks of all kinds that may wait; a frame of calls counts as many as it has
     * @param maxBytes bytes of keys and values that may wait in calls and entries; copies of partitions have limits of their own
     * @param limits is called when a connection is not read, and when it is read again; by any thread
     */
    Backlog(EventLoop loop, int maxTasks, long maxBytes, LimitListener limits) {
        this.loop = loop;
        this.maxTasks = maxTasks;
        this.maxBytes = maxBytes;
        this.limits = limits;
    }

    /** Runs a task with a frame in the event loop. */
    void add(Connection connection, Frame frame, Runnable task) {
        long size = size(frame);
        if (bytes.addAndGet(size) > maxBytes || loop.backlog() > maxTasks) {
            limits.reached(Limit.BACKLOG);
            connection.reading(false);
            loop.execute(() -> {
                limits.reached(Limit.BACKLOG_OVER);
                connection.reading(true);
            });
        }
        loop.execute(work(frame), () -> {
            bytes.addAndGet(-size);
            received.add(size + ENTRY_BYTES * writes(frame));
            task.run();
        });
    }

    /**
     * Estimated bytes that the calls and entries take in memory that the loop has reached so far, if all are kept. Any thread may call.
     */
    long received() {
        return received.sum();
    }

    private static int work(Frame frame) {
        return frame instanceof Frame.CallBatch batch
                ? Math.max(1, batch.calls().size())
                : 1;
    }

    private static long writes(Frame frame) {
        if (frame instanceof Frame.MessageBatch batch) {
            return batch.messages().size();
        }
        if (frame instanceof Frame.CallBatch batch) {
            return batch.calls().size();
        }
        return frame instanceof Frame.Call ? 1 : 0;
    }

    private static long size(Frame frame) {
        long size = 0;
        if (frame instanceof Frame.Call call) {
            size = call.operation().bytes();
        } else if (frame instanceof Frame.CallBatch batch) {
            for (Frame.Call call : batch.calls()) {
                size += call.operation().bytes();
            }
        } else if (frame instanceof Frame.MessageBatch batch) {
            for (Message message : batch.messages()) {
                size += message instanceof Append append
                        ? append.entry().operation().bytes()
                        : 0;
            }
        }
        return size;
    }
}
