package io.godwit.transport.netty;

import io.godwit.environment.Executor;
import io.godwit.environment.Transport;
import io.godwit.environment.threads.ThreadExecutor;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** TCP connections, with or without TLS. Owns threads and must be closed. */
@SuppressWarnings("FutureReturnValueIgnored") // the channel's own events report the outcome
public final class NettyTransport implements Transport, AutoCloseable {
    private static final int BACKLOG = 128;
    /** Interval at which files of certificates are looked at. */
    private static final int RENEWAL_SECONDS = 5;

    private final boolean epoll;
    private final EventLoopGroup threads;
    private final int timeoutMillis;
    private final Tls tls;
    private final Map<String, String> via;

    /**
     * Creates a transport with its own threads.
     *
     * @param name of the threads
     * @param threadCount 1 or more
     * @param timeoutMillis time limit of connecting and of a TLS handshake
     * @param tls encryption, or null for none
     * @param via where to connect instead of an address, both {@code host:port}; certificates are still those of the address
     */
    public NettyTransport(String name, int threadCount, int timeoutMillis, Tls tls, Map<String, String> via) {
        this(name, threadCount, timeoutMillis, tls, via, Epoll.isAvailable());
    }

    /**
     * Creates a transport with its own threads.
     *
     * @param epoll whether sockets are those of Netty's library for Linux, which cost less than Java's
     */
    NettyTransport(String name, int threadCount, int timeoutMillis, Tls tls, Map<String, String> via, boolean epoll) {
        ThreadFactory factory = new DefaultThreadFactory(name, true);
        this.epoll = epoll;
        this.threads =
                epoll ? new EpollEventLoopGroup(threadCount, factory) : new NioEventLoopGroup(threadCount, factory);
        this.timeoutMillis = timeoutMillis;
        this.tls = tls;
        this.via = Map.copyOf(via);
        if (tls != null) {
            threads.next().scheduleWithFixedDelay(tls::renew, RENEWAL_SECONDS, RENEWAL_SECONDS, TimeUnit.SECONDS);
        }
    }

    private record ServerListener(Channel channel) implements Listener {
        @Override
        public int port() {
            return ((InetSocketAddress) channel.localAddress()).getPort();
        }

        @Override
        public void close() {
            channel.close().syncUninterruptibly();
        }
    }

    @Override
    public Listener listen(String host, int port, Acceptor acceptor) throws IOException {
        ChannelFuture bound = new ServerBootstrap()
                .group(threads)
                .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        if (tls != null) {
                            encrypt(channel, tls.server().newHandler(channel.alloc()));
                        }
                        String remote = NettyConnection.text(channel.remoteAddress());
                        add(channel, acceptor.accepted(remote), remote);
                    }
                })
                .bind(host, port)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            boolean unknown = bound.cause() instanceof UnresolvedAddressException;
            throw new IOException("cannot listen at " + host + ":" + port + ": "
                    + (unknown ? "unknown host" : bound.cause().getMessage()));
        }
        return new ServerListener(bound.channel());
    }

    @Override
    public void connect(String host, int port, Handler handler) {
        new Bootstrap()
                .group(threads)
                .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMillis)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        if (tls != null) {
                            encrypt(channel, tls.client().newHandler(channel.alloc(), host, port));
                        }
                        add(channel, handler, host + ":" + port);
                    }
                })
                .connect(address(host, port))
                .addListener(done -> {
                    if (!done.isSuccess()) {
                        handler.failed(nobodyListens(host, port, done.cause()), asIo(done.cause()));
                    }
                });
    }

    private void encrypt(Channel channel, SslHandler handler) {
        handler.setHandshakeTimeoutMillis(timeoutMillis);
        channel.pipeline().addLast(handler);
    }

    private void add(Channel channel, Handler handler, String remote) {
        channel.pipeline().addLast(new NettyConnection(channel, handler, tls, remote));
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
     * Whether a failure to connect says that no process listens at that address. The other machine answers so for a process that
     * has ended. A relay that is connected to instead speaks for itself only.
     */
    boolean nobodyListens(String host, int port, Throwable failure) {
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

    /** Makes threads, and executors that run tasks on the threads of this transport. */
    public Executor.Factory executors() {
        return new Executor.Factory() {
            @Override
            public Executor create(String name, Consumer<Throwable> failed) {
                return new ThreadExecutor(name, failed);
            }

            @Override
            public Executor createForNetwork(String name, Consumer<Throwable> failed) {
                return new NetworkExecutor(threads, failed);
            }
        };
    }

    /** Closes all connections and ends the threads. Waits for their end, unless one of them calls this. */
    @Override
    public void close() {
        Future<?> ended = threads.shutdownGracefully(0, timeoutMillis, TimeUnit.MILLISECONDS);
        if (NetworkExecutor.current(threads) == null) {
            ended.syncUninterruptibly();
        }
    }
}
