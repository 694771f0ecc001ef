package io.godwit.lab;

import io.godwit.lab.Links.Link;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** One direction of a connection: a queue of delayed bytes. Confined to the connection's thread. */
@SuppressWarnings("FutureReturnValueIgnored") // the channel's own events report the outcome of a write
final class Stream {
    /** With a bandwidth limit, the duration of a chunk as a fraction of a second. */
    private static final int PIECES = 20;

    /** After so many, a slow start is over for any link. */
    private static final int DOUBLINGS = 30;

    private final Relays relays;
    private final Link link;
    private final EventLoop loop;
    private final Owner owner;
    private final Deque<Chunk> chunks = new ArrayDeque<>();
    private Channel sink;
    private long waiting;
    private final long began = System.nanoTime();
    private long lastDue = began;
    private long free = began;
    private boolean ended;
    private boolean closed;
    private boolean scheduled;

    /** The connection. */
    interface Owner {
        /** Breaks the connection. */
        void reset();

        /** The link may be passable again. */
        void open();

        /** The queue has room again. */
        void room();
    }

    private record Chunk(ByteBuf bytes, long due) {}

    /**
     * An empty stream.
     *
     * @param owner the connection
     */
    Stream(Relays relays, Link link, EventLoop loop, Owner owner) {
        this.relays = relays;
        this.link = link;
        this.loop = loop;
        this.owner = owner;
        relays.opened(this);
    }

    Link link() {
        return link;
    }

    EventLoop loop() {
        return loop;
    }

    /** Sets the target of the bytes. */
    void to(Channel newSink) {
        sink = newSink;
        pump();
    }

    /** Adds bytes from the sender. */
    void arrived(ByteBuf bytes) {
        if (closed) {
            bytes.release();
            return;
        }
        Condition condition = relays.condition(link);
        int jitter = condition.jitter() == 0
                ? 0
                : ThreadLocalRandom.current().nextInt(-condition.jitter(), condition.jitter() + 1);
        long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos((long) condition.delay() + jitter);
        lastDue = due - lastDue > 0 ? due : lastDue;
        chunks.add(new Chunk(bytes, lastDue));
        waiting += bytes.readableBytes();
        pump();
    }

    /** The sender has closed the connection: it will be closed at the other end when all bytes are there. */
    void end() {
        ended = true;
        pump();
    }

    boolean hasRoom() {
        return closed || waiting < relays.window();
    }

    /** The condition of the link has changed. */
    void changed() {
        if (!closed && relays.condition(link).cut() == Condition.Cut.RESET) {
            owner.reset();
        } else if (!closed) {
            owner.open();
            pump();
        }
    }

    void reset() {
        if (!closed) {
            owner.reset();
        }
    }

    /** Forwards the bytes that are due, and schedules the next chunk. */
    void pump() {
        Condition condition = relays.condition(link);
        if (closed || sink == null || condition.cut() != Condition.Cut.NONE) {
            return;
        }
        boolean had = hasRoom();
        while (!chunks.isEmpty() && sink.isActive() && sink.isWritable()) {
            long now = System.nanoTime();
            long due = chunks.peek().due();
            due = free - due > 0 ? free : due;
            if (due - now > 0) {
                again(due - now);
                break;
            }
            write(rate(condition, now - began), now);
        }
        sink.flush();
        if (!had && hasRoom()) {
            owner.room();
        }
        if (ended && chunks.isEmpty()) {
            Channel last = sink;
            last.writeAndFlush(io.netty.buffer.Unpooled.EMPTY_BUFFER).addListener(done -> last.close());
            close();
        }
    }

    /** Bytes per second of a connection of that age in nanoseconds; 0 for no limit. */
    static long rate(Condition condition, long age) {
        if (condition.slowStart() == 0) {
            return condition.bandwidth();
        }
        long seconds = Math.min(DOUBLINGS, TimeUnit.NANOSECONDS.toSeconds(age));
        long rate = condition.slowStart() << seconds;
        return condition.bandwidth() == 0 ? rate : Math.min(rate, condition.bandwidth());
    }

    private void write(long bandwidth, long now) {
        ByteBuf bytes = chunks.peek().bytes();
        int length = bytes.readableBytes();
        if (bandwidth > 0) {
            length = (int) Math.min(length, Math.max(1, bandwidth / PIECES));
            free = now + TimeUnit.SECONDS.toNanos(length) / bandwidth;
        }
        waiting -= length;
        if (length == bytes.readableBytes()) {
            chunks.remove();
            sink.write(bytes);
        } else {
            sink.write(bytes.readRetainedSlice(length));
        }
    }

    private void again(long nanos) {
        if (!scheduled) {
            scheduled = true;
            loop.schedule(
                    () -> {
                        scheduled = false;
                        pump();
                    },
                    nanos,
                    TimeUnit.NANOSECONDS);
        }
    }

    /** Discards the bytes that were not delivered. */
    void close() {
        if (!closed) {
            closed = true;
            chunks.forEach(chunk -> chunk.bytes().release());
            chunks.clear();
            relays.closed(this);
        }
    }
}
