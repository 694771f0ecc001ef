package io.godwit.member.runtime;

import io.godwit.environment.Clock;
import io.godwit.member.limit.LimitListener;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.VectorTime;
import java.util.List;
import java.util.function.BiConsumer;

/** Sends the engine's messages and signs of life to other members. Unless stated otherwise, for tasks of the event loop. */
public final class PeerTransport {
    private final EventLoop loop;
    private final Clock clock;
    private final PeerRegistry registry;
    private final PeerConnections connections;
    private final FailureDetector detector;
    private final Member member;

    /** The vector clock of a member. */
    interface VectorClock {
        /** The events that the member knows of; empty if it writes no event log. */
        VectorTime vectorTime();
    }

    /** The member that is connected to the others. */
    public interface Member extends VectorClock {
        /** The greeting for a member of that incarnation. */
        Hello hello(Bytes expected);

        /** Nanoseconds in which this member was able to listen ({@link PauseTolerantClock}). */
        long listened();

        /** Whether a majority of the voters is among members. */
        boolean isMajority(MemberSet members);

        /** The sign of life of this member. */
        Frame.KeepAlive keepAlive();

        /** Takes an event: another member is suspected, or is not any more. */
        void take(Event event);
    }

    /**
     * Creates a transport without connections.
     *
     * @param patience nanoseconds of silence after which a member is suspected
     * @param limits is called when frames are dropped, and when there is room again; by any thread
     */
    public PeerTransport(
            EventLoop loop,
            Clock clock,
            Connections network,
            FrameCodec codec,
            PeerRegistry registry,
            Member member,
            long patience,
            LimitListener limits) {
        this.loop = loop;
        this.clock = clock;
        this.registry = registry;
        this.connections = new PeerConnections(
                loop, clock, network, codec, registry, member::hello, member::isMajority, limits, this::gone);
        this.detector = new FailureDetector(patience);
        this.member = member;
    }

    /**
     * Adds a message of the engine to what the next {@link #flush} sends.
     *
     * @param to a member, or {@link Members#EVERYBODY}
     * @param snapshots takes logs that are sent as snapshots, with the member that gets them
     */
    public void send(int to, Message message, BiConsumer<Integer, Sync> snapshots) {
        List<Message> messages = message instanceof Batch batch ? batch.messages() : List.of(message);
        if (to == Members.EVERYBODY) {
            for (PeerConnection each : connections.all()) {
                add(each, messages, snapshots);
            }
        } else if (connections.to(to) != null) {
            add(connections.to(to), messages, snapshots);
        }
    }

    private void add(PeerConnection connection, List<Message> messages, BiConsumer<Integer, Sync> snapshots) {
        int to = connection.peer().number();
        for (Message message : messages) {
            if (message instanceof Append || message instanceof Probe || message instanceof Confirm) {
                loop.hurry();
            }
            if (message instanceof Sync sync) {
                long bytes = SmallLogs.bytes(to, sync);
                if (bytes < 0) {
                    snapshots.accept(to, sync);
                } else {
                    connection.add(message, bytes, member);
                }
            } else {
                connection.add(message, message instanceof Append append ? SmallLogs.bytes(append.entry()) : 0, member);
            }
        }
    }

    /** Sends everything that was added. */
    public void flush() {
        for (PeerConnection each : connections.all()) {
            each.flush(member);
        }
    }

    /** Notes a sign of life. */
    public void heard(int other) {
        if (detector.hear(other, member.listened())) {
            member.take(new Event.Trust(other));
        }
    }

    private void gone(int other) {
        if (detector.gone(other)) {
            member.take(new Event.Suspect(other));
        }
    }

    /** Closes connections on which an older version than this one is spoken. */
    public void closeBelow(int clusterVersion) {
        connections.closeBelow(clusterVersion);
    }

    /** Whether a process of a member is connected to this one, and not suspected. */
    public boolean hears(int other) {
        return connections.isIncoming(other) && !detector.suspects(other);
    }

    /** A member has opened a connection to this one. */
    public void accepted(int other) {
        connections.accepted(other);
    }

    /** Tries to connect to a member without delay, unless there is a connection. */
    public void retry(int other) {
        connections.retry(other);
    }

    /** A connection that a member has opened to this one is closed. */
    public void ended(int other) {
        connections.ended(other);
    }

    /** Sends a sign of life to all other members, and maintains the connections. */
    public void beat() {
        connections.maintain();
        connections.all().forEach(each -> each.send(member.keepAlive()));
    }

    /** Finds members that have been silent for too long. */
    public void detect() {
        List<Integer> others = registry.others().stream().map(Peer::number).toList();
        detector.look(others, member.listened()).forEach(member::take);
    }

    /** Sends a frame at once, and returns how many bytes it takes; -1 if it was not sent. Any thread may call. */
    public long sendNow(int to, Frame frame) {
        PeerConnection connection = connections.to(to);
        return connection == null ? -1 : connection.send(frame);
    }

    /** Adds a frame to what the next {@link #flush} sends. */
    public void send(int to, Frame frame) {
        PeerConnection connection = connections.to(to);
        if (connection == null) {
            return;
        }
        if (frame instanceof Frame.SnapshotManifest) {
            VectorTime now = member.vectorTime();
            if (!now.isEmpty()) {
                connection.add(new Frame.Clock(now), member);
            }
        }
        connection.add(frame, member);
    }

    /**
     * Replaces the connection to a member if it was opened at least this many nanoseconds ago: after a long loss of packets
     * a connection takes long to recover.
     */
    public void reconnect(int other, long age) {
        PeerConnection connection = connections.to(other);
        if (connection != null && connection.isOpen() && connection.age(clock.nanoTime()) > age) {
            connection.close();
        }
    }

    /** Whether there is a connection to a member. Any thread may call. */
    public boolean isOpen(int other) {
        PeerConnection connection = connections.to(other);
        return connection != null && connection.isOpen();
    }
}
