package io.godwit.transport.net;

import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.codec.MalformedFrameException;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Refusal;
import io.godwit.transport.frame.Frame.Welcome;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** The side of a connection that has called: greets, waits for the answer, and then passes on what comes. */
@SuppressWarnings("FutureReturnValueIgnored") // what comes of it is told by the channel's own events
final class ClientHandler extends SimpleChannelInboundHandler<Frame> {
    private static final String CLOSED =
            "closed before the greeting was answered: it is no member, or TLS is on at one of the two only";

    private final Hello hello;
    private final Receiver receiver;
    private final FrameCodec codec;
    private final Limits limits;
    private final FrameDecoder decoder;
    private final boolean encrypted;
    private final CompletableFuture<Call> greeted = new CompletableFuture<>();

    private Connection connection;

    ClientHandler(
            Hello hello, Receiver receiver, FrameCodec codec, Limits limits, FrameDecoder decoder, boolean encrypted) {
        this.hello = hello;
        this.receiver = receiver;
        this.codec = codec;
        this.limits = limits;
        this.decoder = decoder;
        this.encrypted = encrypted;
    }

    CompletableFuture<Call> greeted() {
        return greeted;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        connection = new Connection(context.channel(), codec, limits);
        context.executor()
                .schedule(
                        () -> fail(context, new IOException("no answer to the greeting")),
                        limits.patience(),
                        TimeUnit.MILLISECONDS);
        if (!encrypted) {
            connection.send(hello);
        }
        context.fireChannelActive();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
            connection.send(hello);
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, Frame frame) {
        if (greeted.isDone()) {
            receiver.received(connection, frame);
        } else if (frame instanceof Welcome welcome) {
            decoder.allow(limits.frame());
            greeted.complete(new Call(connection, welcome));
        } else if (frame instanceof Refusal refusal) {
            fail(context, new RefusedException(refusal));
        } else {
            throw new MalformedFrameException(
                    "the first frame is " + frame.getClass().getSimpleName());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (!greeted.completeExceptionally(new IOException(CLOSED)) && !greeted.isCompletedExceptionally()) {
            receiver.closed(connection);
        }
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        Throwable root = cause.getCause() == null ? cause : cause.getCause();
        greeted.completeExceptionally(
                root instanceof SSLException ? new IOException(TlsFailure.text(root), root) : root);
        context.close();
    }

    private void fail(ChannelHandlerContext context, Exception cause) {
        if (greeted.completeExceptionally(cause)) {
            context.close();
        }
    }
}
