package io.godwit.transport.net;

import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.codec.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/** Cuts what comes in into frames. After the first thing that is wrong it reads nothing more. */
final class FrameDecoder extends ByteToMessageDecoder {
    private final FrameCodec codec;
    private int longest;
    private boolean broken;

    FrameDecoder(FrameCodec codec, int longest) {
        this.codec = codec;
        this.longest = longest;
    }

    /** Frames may be that long from now on. */
    void allow(int bytes) {
        longest = bytes;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (broken) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (in.readableBytes() < Integer.BYTES) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length <= 0 || length > longest) {
            broken = true;
            throw new MalformedFrameException(
                    "a frame of " + Integer.toUnsignedString(length) + " bytes; the limit is " + longest);
        }
        if (in.readableBytes() < Integer.BYTES + length) {
            return;
        }
        in.skipBytes(Integer.BYTES);
        try {
            out.add(codec.decode(in.nioBuffer(in.readerIndex(), length)));
        } catch (MalformedFrameException e) {
            broken = true;
            throw e;
        } finally {
            in.skipBytes(length);
        }
    }
}
