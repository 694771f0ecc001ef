package io.godwit.transport.net;

import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.frame.Frame;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A connection without a network: what is sent can be read. For one thread. */
public final class Recorded {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final FrameCodec codec;
    private final Connection connection;

    /** A connection to a member or a client of a cluster with so many partitions. */
    public Recorded(int partitions) {
        this.codec = new FrameCodec(partitions);
        this.connection = new Connection(channel, codec, Limits.DEFAULT);
    }

    /** What frames are sent on. */
    public Connection connection() {
        return connection;
    }

    /** What was sent since this was asked last. */
    public List<Frame> sent() {
        channel.runPendingTasks();
        List<Frame> frames = new ArrayList<>();
        for (FrameEncoder.Frames next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
            for (FrameCodec.Encoded one : next.frames()) {
                ByteBuffer bytes = ByteBuffer.allocate(one.size());
                one.write(bytes);
                frames.add(codec.decode(bytes.flip()));
            }
        }
        return frames;
    }
}
