package io.godwit.transport.net;

import io.godwit.transport.codec.FrameCodec;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToByteEncoder;

/** Writes frames behind their length. */
@ChannelHandler.Sharable
final class FrameEncoder extends MessageToByteEncoder<FrameCodec.Encoded> {
    @Override
    protected ByteBuf allocateBuffer(ChannelHandlerContext context, FrameCodec.Encoded frame, boolean direct) {
        return context.alloc().ioBuffer(Integer.BYTES + frame.size());
    }

    @Override
    protected void encode(ChannelHandlerContext context, FrameCodec.Encoded frame, ByteBuf out) {
        int size = frame.size();
        out.writeInt(size);
        frame.write(out.nioBuffer(out.writerIndex(), size));
        out.writerIndex(out.writerIndex() + size);
    }
}
