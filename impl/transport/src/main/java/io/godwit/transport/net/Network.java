package io.godwit.transport.net;

import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.frame.Frame.Hello;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Listens and dials. Has threads, and is to be closed. */
@SuppressWarnings("FutureReturnValueIgnored") // what comes of it is told by the channel's own events
public final class Network implements AutoCloseable {
    private static final FrameEncoder ENCODER = new FrameEncoder();
    private static final int BACKLOG = 128;

    private final EventLoopGroup threads;
    private final Limits limits;
    private final Tls tls;
    private final Map<String, String> via;

    /**
     * A network with threads of its own.
     *
     * @param name of the threads
     * @param threadCount how many, 1 or more
     * @param limits of all connections
     * @param tls encryption, or null for none
     * @param via where to dial instead of an address, both {@code host:port}; certificates are still those of the address
     */
    public Network(String name, int threadCount, Limits limits, Tls tls, Map<String, String> via) {
        this.threads = new NioEventLoopGroup(threadCount, new DefaultThreadFactory(name, true));
        this.limits = limits;
        this.tls = tls;
        this.via = Map.copyOf(via);
    }

    /** Listens until it is closed. */
    public static final class Listener implements AutoCloseable {
        private final Channel channel;

        private Listener(Channel channel) {
            this.channel = channel;
        }

        /** The port, which was chosen by the system if 0 was asked for. */
        public int port() {
            return ((InetSocketAddress) channel.localAddress()).getPort();
        }

        /** Takes no more connections; those that are open stay. */
        @Override
        public void close() {
            channel.close().syncUninterruptibly();
        }
    }

    /**
     * Listens.
     *
     * @param host address to listen at
     * @param port 0 for any that is free
     * @param codec reads and writes frames
     * @param door decides who comes in
     * @throws IOException if that port cannot be had
     */
    public Listener listen(String host, int port, FrameCodec codec, Door door) throws IOException {
        ChannelFuture bound = new ServerBootstrap()
                .group(threads)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        if (tls != null) {
                            channel.pipeline().addLast(tls.server().newHandler(channel.alloc()));
                        }
                        serve(channel, codec, limits, door);
                    }
                })
                .bind(host, port)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            boolean unknown = bound.cause() instanceof UnresolvedAddressException;
            throw new IOException("cannot listen at " + host + ":" + port + ": "
                    + (unknown ? "unknown host" : bound.cause().getMessage()));
        }
        return new Listener(bound.channel());
    }

    /** Puts what reads, greets and writes into a channel that somebody has opened. */
    static void serve(Channel channel, FrameCodec codec, Limits limits, Door door) {
        FrameDecoder decoder = new FrameDecoder(codec, limits.greeting());
        channel.pipeline().addLast(decoder, ENCODER, new ServerHandler(door, codec, limits, decoder));
    }

    /**
     * Opens a connection and greets.
     *
     * @param receiver takes what comes in after the welcome
     * @return the connection once it is welcome; otherwise completes with an {@link IOException}, which is a
     *     {@link RefusedException} if the other end has said why
     */
    public CompletableFuture<Call> dial(String host, int port, Hello hello, FrameCodec codec, Receiver receiver) {
        CompletableFuture<Call> result = new CompletableFuture<>();
        ChannelFuture connecting = new Bootstrap()
                .group(threads)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, limits.patience())
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        if (tls != null) {
                            channel.pipeline().addLast(tls.client().newHandler(channel.alloc(), host, port));
                        }
                        FrameDecoder decoder = new FrameDecoder(codec, limits.greeting());
                        ClientHandler handler = new ClientHandler(hello, receiver, codec, limits, decoder, tls != null);
                        channel.pipeline().addLast(decoder, ENCODER, handler);
                        handler.greeted().whenComplete((call, cause) -> {
                            if (cause == null) {
                                result.complete(call);
                            } else {
                                result.completeExceptionally(asIo(cause));
                            }
                        });
                    }
                })
                .connect(address(host, port));
        connecting.addListener(done -> {
            if (!done.isSuccess()) {
                result.completeExceptionally(asIo(done.cause()));
            }
        });
        return result;
    }

    private InetSocketAddress address(String host, int port) {
        String instead = via.get(host + ":" + port);
        if (instead == null) {
            return InetSocketAddress.createUnresolved(host, port);
        }
        int colon = instead.lastIndexOf(':');
        return InetSocketAddress.createUnresolved(
                instead.substring(0, colon), Integer.parseInt(instead.substring(colon + 1)));
    }

    /**
     * Does what came of a {@linkplain #dial dial} say that nobody listens at that address? The other end's system answers so for a
     * process that has ended. A relay that is dialled instead speaks for itself only.
     *
     * @param failure of the dial, or null
     */
    public boolean isNobodyThere(String host, int port, Throwable failure) {
        return failure instanceof ConnectException
                && !(failure instanceof ConnectTimeoutException)
                && !via.containsKey(host + ":" + port);
    }

    private static IOException asIo(Throwable cause) {
        if (cause instanceof UnknownHostException) {
            // Its own message is the name and nothing else.
            return new IOException("unknown host", cause);
        }
        return cause instanceof IOException io ? io : new IOException(cause.getMessage(), cause);
    }

    /** Closes all connections and ends the threads. */
    @Override
    public void close() {
        threads.shutdownGracefully(0, limits.patience(), TimeUnit.MILLISECONDS).syncUninterruptibly();
    }
}
