package io.godwit.member.runtime;

import io.godwit.environment.Clock;
import io.godwit.member.limit.LimitListener;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.connection.RefusedException;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Peer;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/** The connections to all other members. For tasks of the event loop; any thread may look up a connection. */
final class PeerConnections {
    /** Closes the connection at the first frame. */
    static final Receiver CLOSING = new Receiver() {
        @Override
        public void received(Connection connection, Frame frame) {
            connection.close();
        }

        @Override
        public void closed(Connection connection) {
            // No attempt.
        }
    };

    private final EventLoop loop;
    private final Clock clock;
    private final Connections connections;
    private final FrameCodec codec;
    private final PeerRegistry registry;
    private final Function<Bytes, Hello> greeting;
    private final LimitListener limits;
    private final Predicate<MemberSet> majority;
    private final IntConsumer gone;
    private final Map<Integer, PeerConnection> peers = new ConcurrentSkipListMap<>();
    /** Members that refuse this process, because another one of this member has started. */
    private MemberSet refusing = MemberSet.of();
    /** The number of connections that each member has opened to this one. */
    private final Map<Integer, Integer> incoming = new TreeMap<>();

    /**
     * Creates an instance without connections.
     *
     * @param greeting makes the greeting for a member of that incarnation
     * @param majority whether a majority of the voters is among members
     * @param limits is called when frames are dropped, and when there is room again; by any thread
     * @param gone is called with a member whose process has ended: no connection is left, and no process listens at its
     *     address
     */
    PeerConnections(
            EventLoop loop,
            Clock clock,
            Connections connections,
            FrameCodec codec,
            PeerRegistry registry,
            Function<Bytes, Hello> greeting,
            Predicate<MemberSet> majority,
            LimitListener limits,
            IntConsumer gone) {
        this.loop = loop;
        this.clock = clock;
        this.connections = connections;
        this.codec = codec;
        this.registry = registry;
        this.greeting = greeting;
        this.majority = majority;
        this.limits = limits;
        this.gone = gone;
    }

    /** A member has opened a connection. */
    void accepted(int member) {
        incoming.merge(member, 1, Integer::sum);
    }

    /** Whether a member has a connection to this one. */
    boolean isIncoming(int member) {
        return incoming.containsKey(member);
    }

    /** A connection that a member has opened is closed. If it was the last one, tries to connect to the member. */
    void ended(int member) {
        incoming.merge(member, -1, Integer::sum);
        if (incoming.remove(member, 0)) {
            retry(member);
        }
    }

    /** Tries to connect to a member without delay, unless there is a connection. */
    void retry(int member) {
        PeerConnection connection = peers.get(member);
        if (connection != null) {
            long now = clock.nanoTime();
            connection.retryNow(now);
            connectIfDue(connection, now);
        }
    }

    /** Connects to members without a connection, and closes those of members that are not in the registry any more. */
    void maintain() {
        long now = clock.nanoTime();
        List<Peer> others = registry.others();
        peers.values().removeIf(connection -> {
            boolean removed = others.stream().noneMatch(connection.peer()::isAt);
            if (removed) {
                connection.close();
            }
            return removed;
        });
        for (Peer peer : others) {
            connectIfDue(peers.computeIfAbsent(peer.number(), it -> new PeerConnection(peer, now, limits)), now);
        }
    }

    private void connectIfDue(PeerConnection to, long now) {
        if (to.isDue(now)) {
            to.connecting();
            Peer peer = to.peer();
            connections.connect(
                    peer.host(), peer.port(), greeting.apply(peer.incarnation()), codec, receiver(to), outcome(to));
        }
    }

    private Connections.Outcome outcome(PeerConnection to) {
        return new Connections.Outcome() {
            @Override
            public void welcomed(Connection connection, Welcome welcome) {
                loop.execute(() -> PeerConnections.this.welcomed(to, connection, welcome));
            }

            @Override
            public void failed(IOException cause, boolean nobodyListens) {
                loop.execute(() -> {
                    to.closed(clock.nanoTime());
                    if (cause instanceof RefusedException refused && refused.reason() == Reason.INCARNATION) {
                        ask(to.peer());
                    } else if (cause instanceof RefusedException refused && refused.reason() == Reason.RECOVERED) {
                        throw new IllegalStateException(
                                "the cluster was recovered without this member, as member " + to.peer()
                                        + " says; start without the directory, as a new member",
                                cause);
                    }
                    int number = to.peer().number();
                    if (cause instanceof RefusedException refused && refused.reason() == Reason.COPY) {
                        refusing = refusing.with(number);
                        requireMajority(cause);
                    }
                    if (nobodyListens && peers.get(number) == to && !incoming.containsKey(number)) {
                        gone.accept(number);
                    }
                });
            }
        };
    }

    /** A process that a majority of the voters refuses, because they have confirmed another one, takes no part. */
    private void requireMajority(IOException cause) {
        if (majority.test(refusing)) {
            CopyException copy = new CopyException(
                    "another process of this member has started since, or from a copy of its directory: "
                            + cause.getMessage());
            throw new IllegalStateException(copy.getMessage(), copy);
        }
    }

    /**
     * Asks a process at the address of a known member for its identity and the members that it knows. Members that know only
     * earlier processes at each other's addresses would never meet.
     */
    private void ask(Peer replaced) {
        Connections.Outcome learns = new Connections.Outcome() {
            @Override
            public void welcomed(Connection connection, Welcome welcome) {
                connection.close();
                loop.execute(() -> {
                    registry.hear(welcome.self());
                    welcome.peers().forEach(registry::learn);
                });
            }

            @Override
            public void failed(IOException cause, boolean nobodyListens) {
                // The next attempt to connect to the member that was replaced asks again.
            }
        };
        Hello hello = greeting.apply(Bytes.EMPTY);
        connections.connect(replaced.host(), replaced.port(), hello, codec, CLOSING, learns);
    }

    private void welcomed(PeerConnection to, Connection connection, Welcome welcome) {
        if (!connection.isOpen()) {
            to.closed(clock.nanoTime());
        } else if (peers.get(to.peer().number()) != to) {
            // Meanwhile another member has taken the address.
            connection.close();
        } else {
            to.opened(connection, clock.nanoTime());
            refusing = refusing.without(to.peer().number());
            registry.locate(welcome.self());
            registry.speaks(welcome.self(), welcome.versions().greatest());
            welcome.peers().forEach(registry::learn);
            to.send(new Frame.Peers(registry.all()));
        }
    }

    /** Closes connections on which another version is spoken than the cluster version, or a later one. */
    void closeBelow(int clusterVersion) {
        peers.values().forEach(connection -> connection.closeBelow(clusterVersion));
    }

    /** The other member sends nothing on a connection that this one has opened. */
    private Receiver receiver(PeerConnection to) {
        return new Receiver() {
            @Override
            public void received(Connection connection, Frame frame) {
                connection.close();
            }

            @Override
            public void closed(Connection connection) {
                loop.execute(() -> {
                    long now = clock.nanoTime();
                    to.closed(connection, now);
                    if (peers.get(to.peer().number()) == to) {
                        connectIfDue(to, now);
                    }
                });
            }
        };
    }

    /** The connection to a member, or null if the member is not known. Any thread may call. */
    PeerConnection to(int member) {
        return peers.get(member);
    }

    /** All connections. Any thread may call. */
    Collection<PeerConnection> all() {
        return peers.values();
    }
}
