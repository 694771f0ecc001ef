package io.godwit.transport.net;

import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.codec.MalformedFrameException;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.concurrent.TimeUnit;

/** The side of a connection that was called: waits for the greeting, and then passes on what comes. */
@SuppressWarnings("FutureReturnValueIgnored") // what comes of it is told by the channel's own events
final class ServerHandler extends SimpleChannelInboundHandler<Frame> {
    private final Door door;
    private final FrameCodec codec;
    private final Limits limits;
    private final FrameDecoder decoder;

    private Connection connection;
    private Receiver receiver;

    ServerHandler(Door door, FrameCodec codec, Limits limits, FrameDecoder decoder) {
        this.door = door;
        this.codec = codec;
        this.limits = limits;
        this.decoder = decoder;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        connection = new Connection(context.channel(), codec, limits);
        context.executor()
                .schedule(
                        () -> {
                            if (receiver == null && context.channel().isActive()) {
                                refuse(context, "it did not say who it is");
                            }
                        },
                        limits.patience(),
                        TimeUnit.MILLISECONDS);
        context.fireChannelActive();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, Frame frame) {
        if (receiver != null) {
            receiver.received(connection, frame);
        } else if (frame instanceof Hello hello) {
            greet(context, hello);
        } else {
            throw new MalformedFrameException(
                    "the first frame is " + frame.getClass().getSimpleName());
        }
    }

    private void greet(ChannelHandlerContext context, Hello hello) {
        Door.Decision decision = door.greet(connection, hello);
        if (decision instanceof Door.Open open) {
            receiver = open.receiver();
            decoder.allow(limits.frame());
            connection.send(open.welcome());
        } else if (decision instanceof Door.Shut shut) {
            door.refused(context.channel().remoteAddress(), shut.refusal().text());
            connection.sendLast(shut.refusal());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (receiver != null) {
            receiver.closed(connection);
        }
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        refuse(context, TlsFailure.text(cause.getCause() == null ? cause : cause.getCause()));
    }

    private void refuse(ChannelHandlerContext context, String why) {
        door.refused(context.channel().remoteAddress(), why);
        context.close();
    }
}
