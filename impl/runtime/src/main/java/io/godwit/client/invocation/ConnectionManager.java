package io.godwit.client.invocation;

import io.godwit.client.invocation.Connector.Channel;
import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Versions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The connections of a client, one for each address that it uses. All methods are for tasks of the client's executor. */
final class ConnectionManager {
    private static final String PROTOCOL = "quorum";
    private static final int GENERATION = 1;

    private final InvocationConfig config;
    private final Clock clock;
    private final Executor executor;
    private final Connector connector;
    private final Listener listener;
    private final Map<Address, MemberConnection> connections = new LinkedHashMap<>();
    private Bytes cluster = Bytes.EMPTY;
    private volatile boolean closed;

    /** Callbacks for connections, as tasks of the client's executor. */
    interface Listener {
        /** A frame has arrived. */
        void received(MemberConnection from, Frame frame);

        /** A connection can be used. */
        void opened(MemberConnection connection);

        /** A connection is over, or could not be opened. */
        void closed(MemberConnection connection);
    }

    /** Receives the outcome of one attempt to connect, as a task of the client's executor. */
    interface Outcome {
        void welcomed(Channel channel, Welcome welcome);

        void failed(IOException cause);
    }

    ConnectionManager(InvocationConfig config, Clock clock, Executor executor, Connector connector, Listener listener) {
        this.config = config;
        this.clock = clock;
        this.executor = executor;
        this.connector = connector;
        this.listener = listener;
        config.addresses().forEach(this::to);
    }

    /** The connection with an address. */
    MemberConnection to(Address address) {
        return connections.computeIfAbsent(address, MemberConnection::new);
    }

    /** A connection with some member, if possible not with one that was gone a moment ago. */
    MemberConnection any(Routes routes) {
        List<Address> addresses = new ArrayList<>(routes.addresses());
        addresses.addAll(config.addresses());
        long now = clock.nanoTime();
        List<Address> there =
                addresses.stream().filter(address -> !to(address).isGone(now)).toList();
        List<Address> from = there.isEmpty() ? addresses : there;
        return to(from.get(clock.random(from.size())));
    }

    /** A connection that is open, or null. */
    MemberConnection anyOpen() {
        List<MemberConnection> open =
                connections.values().stream().filter(MemberConnection::isOpen).toList();
        return open.isEmpty() ? null : open.get(clock.random(open.size()));
    }

    /** Opens a connection, unless that is under way; the listener hears of the outcome. */
    void open(MemberConnection connection) {
        if (closed || connection.isOpen() || connection.isConnecting()) {
            return;
        }
        connection.connecting();
        connect(connection, new Outcome() {
            @Override
            public void welcomed(Channel channel, Welcome welcome) {
                connection.opened(channel, welcome);
                listener.opened(connection);
            }

            @Override
            public void failed(IOException cause) {
                connection.notOpened(clock.nanoTime());
                listener.closed(connection);
            }
        });
    }

    /** The first member of a cluster was found: all others are to belong to the same one. */
    void opened(MemberConnection connection, Channel channel, Welcome welcome) {
        cluster = welcome.cluster();
        connection.opened(channel, welcome);
    }

    /** Tries to connect, and tells the outcome. */
    void connect(MemberConnection connection, Outcome outcome) {
        connector.connect(connection.address(), hello(), new Connector.Handler() {
            private Channel channel;

            @Override
            public void welcomed(Channel opened, Welcome welcome) {
                if (closed) {
                    // The executor may be closed, too.
                    opened.close();
                    return;
                }
                executor.execute(() -> {
                    channel = opened;
                    if (closed || !opened.isOpen()) {
                        opened.close();
                        outcome.failed(new IOException("closed"));
                    } else {
                        outcome.welcomed(opened, welcome);
                    }
                });
            }

            @Override
            public void failed(IOException cause) {
                executor.execute(() -> outcome.failed(cause));
            }

            @Override
            public void received(Frame frame) {
                executor.execute(() -> {
                    if (connection.uses(channel)) {
                        listener.received(connection, frame);
                    }
                });
            }

            @Override
            public void closed() {
                executor.execute(() -> {
                    if (connection.uses(channel)) {
                        connection.lost(clock.nanoTime());
                        listener.closed(connection);
                    }
                });
            }
        });
    }

    private Hello hello() {
        return new Hello(
                Versions.ALL,
                Frame.Role.CLIENT,
                config.clusterName(),
                PROTOCOL,
                GENERATION,
                0,
                null,
                cluster,
                Peer.NOBODY,
                Bytes.EMPTY);
    }

    /** Closes all connections; none can be opened afterwards. */
    void close() {
        closed = true;
        connections.values().forEach(MemberConnection::close);
    }
}
