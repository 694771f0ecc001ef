package io.godwit.transport.netty;

import io.godwit.environment.Credentials;
import io.godwit.environment.Executor;
import io.godwit.environment.Storage;
import io.godwit.environment.Transport;
import io.godwit.environment.files.FileBacked;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.FileRegion;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;

/** A channel as a connection: the last handler of its pipeline. */
@SuppressWarnings("FutureReturnValueIgnored") // the channel's own events report the outcome
final class NettyConnection extends ChannelInboundHandlerAdapter implements Transport.Connection {
    private static final String CLOSED =
            "closed during the TLS handshake: it is not a member, or only one side uses TLS";

    private final Channel channel;
    private final Transport.Handler handler;
    /** Null if connections are not encrypted. */
    private final Tls tls;

    private final Executor executor;
    private final String remote;

    private volatile Credentials credentials;
    private boolean open;
    private boolean over;
    private IOException cause;

    /**
     * A connection that is not open yet.
     *
     * @param tls encryption, of which there is a handler in front of this one; null for none
     */
    NettyConnection(Channel channel, Transport.Handler handler, Tls tls, String remote) {
        this.channel = channel;
        this.handler = handler;
        this.tls = tls;
        this.credentials = tls == null ? Credentials.NONE : Tls.NOT_SHOWN;
        this.executor = new EventLoopExecutor(channel.eventLoop());
        this.remote = remote;
    }

    /** An address in the form {@code host:port}. */
    static String text(SocketAddress address) {
        return address instanceof InetSocketAddress internet
                ? internet.getHostString() + ":" + internet.getPort()
                : String.valueOf(address);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (tls == null) {
            opened();
        }
    }

    @Override
    public Credentials credentials() {
        return credentials;
    }

    private void opened() {
        open = true;
        handler.opened(this);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                SSLSession session =
                        channel.pipeline().get(SslHandler.class).engine().getSession();
                credentials = tls.credentials(session);
                opened();
            } else if (channel.isActive()) {
                // Otherwise the other side closed the connection without giving a reason.
                broken(handshake.cause());
            }
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            handler.received(bytes.nioBuffer());
        } finally {
            bytes.release();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        broken(thrown.getCause() == null ? thrown : thrown.getCause());
        channel.close();
    }

    private void broken(Throwable root) {
        if (cause == null) {
            cause = root instanceof IOException io && !(root instanceof SSLException)
                    ? io
                    : new IOException(TlsFailure.text(root), root);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (over) {
            return;
        }
        over = true;
        if (open) {
            handler.closed(cause);
        } else {
            handler.failed(false, cause == null ? new IOException(CLOSED) : cause);
        }
    }

    @Override
    public void write(int length, Consumer<ByteBuffer> content, Runnable written) {
        ByteBuf bytes = channel.alloc().ioBuffer(length);
        content.accept(bytes.nioBuffer(0, length));
        channel.write(bytes.writerIndex(length)).addListener(done -> written.run());
    }

    @Override
    public void write(Storage.CopyFile file, long offset, int length, Runnable written) {
        Object piece;
        try {
            piece = file instanceof FileBacked backed && channel.pipeline().get(SslHandler.class) == null
                    ? region(backed, offset, length)
                    : copy(file, offset, length);
        } catch (IOException e) {
            written.run();
            broken(e);
            channel.close();
            return;
        }
        channel.write(piece).addListener(done -> {
            written.run();
            if (!done.isSuccess()) {
                // Nothing can follow an incomplete chunk.
                channel.close();
            }
        });
    }

    /** Lets the operating system send bytes directly from the file, which stays open. */
    private static FileRegion region(FileBacked file, long offset, int length) {
        return new DefaultFileRegion(file.channel(), offset, length) {
            @Override
            protected void deallocate() {
                // The file is released when the caller is notified that the chunk was written.
            }
        };
    }

    private ByteBuf copy(Storage.CopyFile file, long offset, int length) throws IOException {
        ByteBuf copy = channel.alloc().ioBuffer(length);
        try {
            file.read(copy.nioBuffer(0, length), offset);
            return copy.writerIndex(length);
        } catch (IOException e) {
            copy.release();
            throw e;
        }
    }

    @Override
    public void flush() {
        channel.flush();
    }

    @Override
    public void reading(boolean enabled) {
        channel.config().setAutoRead(enabled);
    }

    @Override
    public boolean isOpen() {
        return channel.isActive();
    }

    @Override
    public void close() {
        channel.close();
    }

    @Override
    public Executor executor() {
        return executor;
    }

    @Override
    public String remote() {
        return remote;
    }
}
