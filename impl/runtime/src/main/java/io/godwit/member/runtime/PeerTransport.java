package io.godwit.member.runtime;

import io.godwit.environment.Clock;
import io.godwit.member.limit.Limit;
import io.godwit.protocol.Event;
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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Sends the engine's messages to other members, and signs of life. For tasks of the event loop, where nothing else is said. */
public final class PeerTransport {
    private final EventLoop loop;
    private final Clock clock;
    private final PeerRegistry registry;
    private final PeerConnections connections;
    private final FailureDetector detector;
    private final BooleanSupplier full;
    private final Supplier<VectorTime> vectorTime;
    private final LongSupplier listened;
    private final Consumer<Event> events;

    /**
     * Has no connections.
     *
     * @param greeting the greeting for a member of that incarnation
     * @param patience nanoseconds of silence after which a member is suspected
     * @param listened nanoseconds in which this member was able to listen ({@link PauseTolerantClock})
     * @param full whether the member's disk is nearly full
     * @param vectorTime what the member knows to have happened; empty if it writes no event log
     * @param limits hears when frames are dropped, and when there is room again; from any thread
     * @param events is told which members are suspected, and which are not any more
     */
    public PeerTransport(
            EventLoop loop,
            Clock clock,
            Connections network,
            FrameCodec codec,
            PeerRegistry registry,
            Function<Bytes, Hello> greeting,
            long patience,
            LongSupplier listened,
            BooleanSupplier full,
            Supplier<VectorTime> vectorTime,
            Consumer<Limit> limits,
            Consumer<Event> events) {
        this.loop = loop;
        this.clock = clock;
        this.registry = registry;
        this.connections = new PeerConnections(loop, clock, network, codec, registry, greeting, limits, this::gone);
        this.detector = new FailureDetector(patience);
        this.listened = listened;
        this.full = full;
        this.vectorTime = vectorTime;
        this.events = events;
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
            connections.all().forEach(each -> add(each, messages, snapshots));
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
                    connection.add(message, bytes, vectorTime);
                }
            } else {
                connection.add(
                        message, message instanceof Append append ? SmallLogs.bytes(append.entry()) : 0, vectorTime);
            }
        }
    }

    /** Sends everything that was added. */
    public void flush() {
        connections.all().forEach(each -> each.flush(vectorTime));
    }

    /** Notes a sign of life. */
    public void heard(int member) {
        if (detector.hear(member, listened.getAsLong())) {
            events.accept(new Event.Trust(member));
        }
    }

    private void gone(int member) {
        if (detector.gone(member)) {
            events.accept(new Event.Suspect(member));
        }
    }

    /** A member has opened a connection to this one. */
    public void accepted(int member) {
        connections.accepted(member);
    }

    /** Tries to connect to a member without delay, unless there is a connection. */
    public void retry(int member) {
        connections.retry(member);
    }

    /** A connection that a member has opened to this one is closed. */
    public void ended(int member) {
        connections.ended(member);
    }

    /** Gives all others a sign of life, and maintains the connections. */
    public void beat() {
        connections.maintain();
        connections.all().forEach(each -> each.send(new Frame.KeepAlive(full.getAsBoolean())));
    }

    /** Finds members that have been silent for too long. */
    public void detect() {
        List<Integer> others = registry.others().stream().map(Peer::number).toList();
        detector.look(others, listened.getAsLong()).forEach(events);
    }

    /** Sends a frame at once, and returns how many bytes it takes; -1 if it was not sent. Any thread may call. */
    public long sendNow(int member, Frame frame) {
        PeerConnection connection = connections.to(member);
        return connection == null ? -1 : connection.send(frame);
    }

    /** Adds a frame to what the next {@link #flush} sends. */
    public void send(int member, Frame frame) {
        PeerConnection connection = connections.to(member);
        if (connection == null) {
            return;
        }
        if (frame instanceof Frame.SnapshotManifest) {
            VectorTime now = vectorTime.get();
            if (!now.isEmpty()) {
                connection.add(new Frame.Clock(now), vectorTime);
            }
        }
        connection.add(frame, vectorTime);
    }

    /**
     * Replaces the connection to a member if it was opened so many nanoseconds ago: one that has lost packets for long takes long
     * to recover.
     */
    public void reconnect(int member, long age) {
        PeerConnection connection = connections.to(member);
        if (connection != null && connection.isOpen() && connection.age(clock.nanoTime()) > age) {
            connection.close();
        }
    }

    /** Whether there is a connection to a member. Any thread may call. */
    public boolean isOpen(int member) {
        PeerConnection connection = connections.to(member);
        return connection != null && connection.isOpen();
    }
}
