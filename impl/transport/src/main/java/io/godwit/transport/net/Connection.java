package io.godwit.transport.net;

import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.DefaultFileRegion;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A connection after, or during, the handshake. May be used by any thread.
 *
 * <p>What is to be sent waits in memory, up to a limit in bytes; beyond it new frames are dropped, as if they had been lost on
 * the way. Whoever must not lose a frame asks first whether there is {@linkplain #hasRoom room}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what comes of it is told by the channel's own events
public final class Connection {
    /** Frames go into one buffer up to so many bytes, about; a longer one goes alone. */
    private static final int TOGETHER = 64 << 10;

    private final Channel channel;
    private final FrameCodec codec;
    private final long most;
    private final AtomicLong waiting = new AtomicLong();
    private final Queue<FrameCodec.Encoded> outbox = new ConcurrentLinkedQueue<>();
    /** Has the channel's thread been asked to write? */
    private final AtomicBoolean handedOver = new AtomicBoolean();

    Connection(Channel channel, FrameCodec codec, Limits limits) {
        this.channel = channel;
        this.codec = codec;
        this.most = limits.queue();
    }

    /**
     * Sends a frame, if there is room and somebody at the other end.
     *
     * @return false if it was dropped
     */
    public boolean send(Frame frame) {
        return give(frame) >= 0;
    }

    /**
     * The same, and tells how long the frame is.
     *
     * @return bytes of the frame with its length, or -1 if it was dropped
     */
    public long give(Frame frame) {
        if (!channel.isActive()) {
            return -1;
        }
        FrameCodec.Encoded encoded = codec.encode(frame);
        long size = encoded.size();
        // A frame that is larger than the limit goes when nothing else waits.
        if (waiting.getAndAdd(size) > 0 && waiting.get() > most) {
            waiting.addAndGet(-size);
            return -1;
        }
        if (encoded instanceof FrameCodec.OfFile part && part.data() instanceof FileSlice.OfFile slice) {
            slice.file().retain();
        }
        outbox.add(encoded);
        if (handedOver.compareAndSet(false, true)) {
            channel.eventLoop().execute(this::write);
        }
        return Integer.BYTES + size;
    }

    /** Writes all that has collected, and flushes once. */
    private void write() {
        handedOver.set(false);
        List<FrameCodec.Encoded> together = new ArrayList<>();
        int size = 0;
        for (FrameCodec.Encoded next = outbox.poll(); next != null; next = outbox.poll()) {
            if (size > 0 && size + next.size() > TOGETHER) {
                write(together, size);
                together = new ArrayList<>();
                size = 0;
            }
            if (next instanceof FrameCodec.OfFile part && part.data() instanceof FileSlice.OfFile slice) {
                write(together, size);
                together = new ArrayList<>();
                size = 0;
                count(write(part, slice), next.size());
            } else {
                together.add(next);
                size += Integer.BYTES + next.size();
            }
        }
        write(together, size);
        channel.flush();
    }

    /** Gives the channel one buffer for all: each goes through its handlers and its queue by itself. */
    private void write(List<FrameCodec.Encoded> together, int size) {
        if (size > 0) {
            count(
                    channel.write(new FrameEncoder.Frames(together, size)),
                    size - (long) Integer.BYTES * together.size());
        }
    }

    private void count(ChannelFuture written, long size) {
        written.addListener(done -> waiting.addAndGet(-size));
    }

    /** Lets the system send bytes of a file from where they are, unless they have to be encrypted. */
    private ChannelFuture write(FrameCodec.OfFile part, FileSlice.OfFile slice) {
        if (channel.pipeline().get(SslHandler.class) != null) {
            return channel.write(FrameEncoder.Frames.of(part)).addListener(done -> {
                slice.file().release();
                closeUnless(done);
            });
        }
        ByteBuffer fields = part.head();
        ByteBuf head = channel.alloc().ioBuffer(Integer.BYTES + fields.remaining());
        channel.write(head.writeInt(part.size()).writeBytes(fields));
        return channel.write(new DefaultFileRegion(slice.file().channel(), slice.offset(), slice.length()) {
                    @Override
                    protected void deallocate() {
                        slice.file().release();
                    }
                })
                .addListener(this::closeUnless);
    }

    /** Behind half a frame nothing can be sent. */
    private void closeUnless(Future<? super Void> done) {
        if (!done.isSuccess()) {
            channel.close();
        }
    }

    /** Sends a frame in any case, and closes the connection after it. */
    public void sendLast(Frame frame) {
        FrameCodec.Encoded encoded = codec.encode(frame);
        channel.eventLoop().execute(() -> {
            write();
            channel.writeAndFlush(FrameEncoder.Frames.of(encoded)).addListener(done -> channel.close());
        });
    }

    /** Is less than half of the limit waiting? */
    public boolean hasRoom() {
        return waiting.get() <= most / 2;
    }

    /** Bytes that wait to be sent. */
    public long waiting() {
        return waiting.get();
    }

    /** Stops reading, so that the other end has to wait, or goes on. */
    public void reading(boolean goesOn) {
        channel.config().setAutoRead(goesOn);
    }

    /** Is it open? */
    public boolean isOpen() {
        return channel.isActive();
    }

    /** Closes it. */
    public void close() {
        channel.close();
    }

    /** The address of the other end. */
    public SocketAddress remote() {
        return channel.remoteAddress();
    }

    @Override
    public String toString() {
        return "connection with " + channel.remoteAddress();
    }
}
