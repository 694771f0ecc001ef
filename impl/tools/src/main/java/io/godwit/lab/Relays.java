package io.godwit.lab;

import io.godwit.lab.Links.Link;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Links through this process: for each pair of places, a loopback port whose connections are relayed. The two directions of a
 * connection belong to two links. No privileges and no other programs are needed.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the channel's own events report the outcome
public final class Relays implements Links {
    private static final String HOST = "127.0.0.1";
    private static final int THREADS = 2;
    private static final int BACKLOG = 128;
    private static final long PATIENCE = 1_000;
    private static final int WINDOW = 256 << 10;

    private final int window;
    private final EventLoopGroup threads = new NioEventLoopGroup(THREADS, new DefaultThreadFactory("godwit-lab", true));
    private final Map<Link, Condition> conditions = new LinkedHashMap<>();
    private final Map<Link, Set<Stream>> streams = new ConcurrentHashMap<>();

    /** Relays that hold at most 256 KiB of each direction of a connection back. */
    public Relays() {
        this(WINDOW);
    }

    /**
     * Relays.
     *
     * @param window bytes of each direction of a connection that are held back before its sender is blocked: with a delay, no more than this
     *     passes in the time of the delay
     */
    public Relays(int window) {
        this.window = window;
    }

    int window() {
        return window;
    }

    @Override
    public void open(List<String> members) {
        // Relays are made when it is known who dials whom.
    }

    @Override
    public String host(String member) {
        return HOST;
    }

    @Override
    public List<String> before(String member) {
        return List.of();
    }

    @Override
    public Map<String, String> via(String from, Map<String, String> addresses) throws IOException {
        Map<String, String> via = new LinkedHashMap<>();
        for (Map.Entry<String, String> other : addresses.entrySet()) {
            if (!other.getKey().equals(from)) {
                Link link = new Link(from, other.getKey());
                add(link);
                add(link.back());
                // Without the lock: the thread that opens the port may be waiting for it.
                via.put(other.getValue(), HOST + ":" + listen(link, other.getValue()));
            }
        }
        return via;
    }

    @Override
    public boolean leadToAddresses() {
        return true;
    }

    private synchronized void add(Link link) {
        conditions.putIfAbsent(link, Condition.CLEAR);
        streams.putIfAbsent(link, ConcurrentHashMap.newKeySet());
    }

    private int listen(Link link, String address) throws IOException {
        int colon = address.lastIndexOf(':');
        InetSocketAddress target =
                new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        ChannelFuture bound = new ServerBootstrap()
                .group(threads)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        new RelayedConnection(Relays.this, link, target, channel).begin();
                    }
                })
                .bind(HOST, 0)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException(
                    "cannot listen for " + link + ": " + bound.cause().getMessage());
        }
        return ((InetSocketAddress) bound.channel().localAddress()).getPort();
    }

    synchronized Condition condition(Link link) {
        return conditions.get(link);
    }

    void opened(Stream stream) {
        streams.get(stream.link()).add(stream);
    }

    void closed(Stream stream) {
        streams.get(stream.link()).remove(stream);
    }

    /** The number of connections that use a link or wait for it. */
    int open(Link link) {
        return streams.get(link).size();
    }

    @Override
    public void set(Link link, Condition condition) {
        if (condition.loss() > 0) {
            throw new IllegalArgumentException("relays cannot lose packets; use namespaces");
        }
        synchronized (this) {
            check(link);
            conditions.put(link, condition);
        }
        each(link, Stream::changed);
    }

    @Override
    public void reset(Link link) {
        synchronized (this) {
            check(link);
        }
        each(link, Stream::reset);
    }

    private void check(Link link) {
        if (!conditions.containsKey(link)) {
            throw new IllegalArgumentException("no such link: " + link);
        }
    }

    private void each(Link link, Consumer<Stream> task) {
        List<Stream> open = new ArrayList<>(streams.get(link));
        open.forEach(stream -> stream.loop().execute(() -> task.accept(stream)));
    }

    @Override
    public synchronized Map<Link, Condition> all() {
        return new LinkedHashMap<>(conditions);
    }

    /** Closes a channel with a reset. */
    static void abort(Channel channel) {
        if (channel != null && channel.isOpen()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            channel.close();
        }
    }

    @Override
    public void close() {
        threads.shutdownGracefully(0, PATIENCE, TimeUnit.MILLISECONDS).syncUninterruptibly();
    }
}
