package io.godwit.transport.net;

import io.godwit.transport.codec.FrameCodec;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToByteEncoder;
import java.nio.ByteBuffer;
import java.util.List;

/** Writes frames behind their lengths, those that go together into one buffer. */
@ChannelHandler.Sharable
final class FrameEncoder extends MessageToByteEncoder<FrameEncoder.Frames> {
    /**
     * Frames that go together.
     *
     * @param frames in their order
     * @param size how many bytes they take with their lengths
     */
    record Frames(List<FrameCodec.Encoded> frames, int size) {
        /** One frame. */
        static Frames of(FrameCodec.Encoded frame) {
            return new Frames(List.of(frame), Integer.BYTES + frame.size());
        }
    }

    @Override
    protected ByteBuf allocateBuffer(ChannelHandlerContext context, Frames frames, boolean direct) {
        return context.alloc().ioBuffer(frames.size());
    }

    @Override
    protected void encode(ChannelHandlerContext context, Frames frames, ByteBuf out) {
        ByteBuffer to = out.nioBuffer(out.writerIndex(), frames.size());
        for (FrameCodec.Encoded frame : frames.frames()) {
            to.putInt(frame.size());
            frame.write(to);
        }
        out.writerIndex(out.writerIndex() + frames.size());
    }
}
