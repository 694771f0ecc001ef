package io.godwit.baseline;

import io.godwit.baseline.ClassicFailureDetector.ClassicHeartbeat;
import io.godwit.environment.Clock;
import io.godwit.environment.Environment;
import io.godwit.environment.Executor;
import io.godwit.environment.Transport;
import io.godwit.member.runtime.EventLoop;
import io.godwit.member.runtime.PeerRegistry;
import io.godwit.member.runtime.PeerTransport;
import io.godwit.member.runtime.StepListener;
import io.godwit.protocol.ActionListener;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.Refusal;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.HandshakeHandler;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.VectorTime;
import io.godwit.transport.frame.Versions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/**
 * Everything of a member of the classic protocol between its engine and its {@link Environment}. It stands on the event loop, the
 * connections and the client requests of the quorum protocol's runtime, and has rules of its own about who is a member
 * ({@link ClassicFailureDetector}). It keeps nothing.
 */
public final class ClassicRuntime {
    private static final long TICK_MILLIS = 20;
    /** Periods of silence after which a connection is replaced. */
    private static final int SILENT_PERIODS = 3;

    private static final int GENERATION = 1;
    private static final String PROTOCOL = "classic";
    private static final Bytes CLUSTER = Bytes.owning(new byte[16]);

    private final ClassicConfig config;
    private final ClassicAddresses nodes;
    private final Setup setup;
    private final Protocol<ClassicState> protocol;
    private final IntSupplier processesBefore;
    private final ClassicHooks hooks;
    private final ActionListener actions = new Actions();
    private final Clock clock;
    private final Executor executor;
    private final EventLoop loop;
    private final PeerTransport peers;
    private final ClassicRequests requests;
    private final Transport.Listener listener;
    private ClassicFailureDetector neighbours;
    private volatile ClassicState state;

    /**
     * A member that listens and is not running yet.
     *
     * @param processesBefore how many processes there have been at this place; asked at each start and each time it starts over
     * @throws IOException if the port cannot be had
     */
    public ClassicRuntime(
            ClassicConfig config,
            Protocol<ClassicState> protocol,
            IntSupplier processesBefore,
            Environment environment,
            ClassicHooks hooks)
            throws IOException {
        this.config = config;
        this.nodes = config.nodes();
        this.protocol = protocol;
        this.processesBefore = processesBefore;
        this.hooks = hooks;
        this.clock = environment.clock();
        int[] founders = IntStream.rangeClosed(1, config.founders()).toArray();
        this.setup = new Setup(MemberSet.of(founders), config.partitions(), config.copies(), config.parallel());
        this.executor = environment.executors().create("classic-" + nodes.place(), hooks::failed);
        this.loop = new EventLoop(executor, clock);
        FrameCodec codec = new FrameCodec(config.partitions());
        Connections connections = new Connections(environment.transport(), clock, Limits.DEFAULT);
        this.peers = transport(connections, codec);
        this.requests = new ClassicRequests(config, () -> state, this::take);
        loop.afterwards(peers::flush);
        loop.everyInTurn(TICK_MILLIS, () -> take(new Event.Tick(TimeUnit.NANOSECONDS.toMicros(clock.nanoTime()))));
        loop.everyInTurn(config.pace().heartbeat(), this::beat);
        this.listener = connections.listen(
                nodes.host(nodes.place()), nodes.port(nodes.place()), codec, new ClassicHandshakes());
    }

    /** A connection for each place, whoever is there: the messages say whom they are for. */
    private PeerTransport transport(Connections connections, FrameCodec codec) {
        PeerRegistry places = new PeerRegistry(place(nodes.place()));
        for (int place = 0; place < nodes.size(); place++) {
            places.learn(place(place));
        }
        return new PeerTransport(
                loop, clock, connections, codec, places, new TransportMember(), Long.MAX_VALUE, limit -> {});
    }

    /** What the transport asks of the member. Classic has a failure detector of its own. */
    private final class TransportMember implements PeerTransport.Member {
        @Override
        public Frame.Hello hello(Bytes expected) {
            return ClassicRuntime.this.hello();
        }

        @Override
        public long listened() {
            return 0;
        }

        @Override
        public boolean isMajority(MemberSet members) {
            return false;
        }

        @Override
        public Frame.KeepAlive keepAlive() {
            return new Frame.KeepAlive();
        }

        @Override
        public VectorTime vectorTime() {
            return VectorTime.NONE;
        }

        @Override
        public void take(Event event) {
            // Nobody is ever suspected.
        }
    }

    /** A place as a peer: its number is that of the first process there. */
    private Peer place(int place) {
        return new Peer(place + 1, CLUSTER, nodes.host(place), nodes.port(place));
    }

    private Frame.Hello hello() {
        return new Frame.Hello(
                Versions.ALL,
                Frame.Role.MEMBER,
                PROTOCOL,
                PROTOCOL,
                GENERATION,
                config.partitions(),
                maps(),
                CLUSTER,
                place(nodes.place()),
                Bytes.EMPTY);
    }

    private Maps maps() {
        return Maps.all(config.copies() - 1);
    }

    /** Begins to run. */
    public void start() {
        begin();
        loop.start();
    }

    private long now() {
        return TimeUnit.NANOSECONDS.toMillis(clock.nanoTime());
    }

    /** The first process at a founder's place founds the cluster; all others join. */
    private void begin() {
        int before = processesBefore.getAsInt();
        int self = nodes.number(before);
        boolean founds = before == 0 && nodes.place() < config.founders();
        neighbours = new ClassicFailureDetector(
                config.pace().suspectAfter(), config.pace().mergeAfter());
        state = founds ? protocol.found(self, setup) : protocol.join(self, setup);
        hooks.began(state);
        hooks.log("member " + self + (founds ? " founds the cluster" : " wants to join"));
        hooks.log("members " + state.view());
    }

    /** Passes on what is taken and what is refused. */
    private final class Actions implements ActionListener {
        @Override
        public <S> void took(String action, Object event, S before, Step<S> step) {
            hooks.steps().took(action);
        }

        @Override
        public void refused(Refusal refusal) {
            hooks.steps().refused("", refusal);
        }
    }

    private void take(Event event) {
        ClassicState before = state;
        Step<ClassicState> step = protocol.step(before, event, actions);
        state = step.state();
        hooks.steps().stepped(before, event, step);
        step.commands().forEach(this::carryOut);
        if (!state.view().equals(before.view())) {
            hooks.log("members " + state.view());
        }
    }

    private void carryOut(Command command) {
        loop.hurry();
        if (command instanceof Command.Send send) {
            if (send.to() == Members.EVERYBODY) {
                state.others().forEach(to -> send(to, send));
            } else {
                send(send.to(), send);
            }
        } else if (command instanceof Command.Answer answer) {
            hooks.steps().answered(answer);
            requests.answer(answer);
        } else if (command instanceof Command.Stop) {
            hooks.left();
        }
        // A Persist never comes: the protocol keeps nothing.
    }

    private void send(int to, Command.Send send) {
        byte[] letter =
                ClassicMessageCodec.of(new ClassicMessageCodec.AddressedMessage(state.self(), to, send.message()));
        peers.send(nodes.placeOf(to) + 1, new Frame.Opaque(Bytes.owning(letter)));
    }

    private void arrive(Connection connection, Bytes content) {
        Object letter;
        try {
            letter = ClassicMessageCodec.read(content.shared());
        } catch (IOException e) {
            hooks.log("not understood: " + e.getMessage());
            connection.close();
            return;
        }
        if (letter instanceof ClassicHeartbeat sign) {
            neighbours.hear(sign, state.self(), state.view(), now());
            if (!state.up() && !sign.view().isEmpty()) {
                take(new Event.Join(sign.from()));
            }
        } else if (letter instanceof ClassicMessageCodec.AddressedMessage message
                && (message.to() == state.self() || !config.checksAddressee())) {
            take(new Event.Deliver(message.from(), message.message()));
        }
    }

    /** Gives all places a sign of life, and finds members that give none. */
    private void beat() {
        peers.beat();
        Frame sign = new Frame.Opaque(
                Bytes.owning(ClassicMessageCodec.of(new ClassicHeartbeat(state.self(), state.view()))));
        for (int place = 0; place < nodes.size(); place++) {
            if (place != nodes.place()) {
                peers.send(place + 1, sign);
            }
        }
        long now = now();
        long patience = config.pace().heartbeat() * SILENT_PERIODS;
        long nanos = TimeUnit.MILLISECONDS.toNanos(patience);
        neighbours
                .silent(state.view().without(state.self()), now, patience)
                .forEach(member -> peers.reconnect(nodes.placeOf(member) + 1, nanos));
        neighbours.dead(state.self(), state.view(), now).forEach(member -> {
            hooks.log("gives up member " + member);
            take(new Event.Suspect(member));
        });
        if (state.up() && neighbours.isToStartOver(now)) {
            hooks.log("starts over: another half of the cluster wins");
            begin();
        }
    }

    /** Gives an event to the engine. Any thread may call. */
    public void submit(Event event) {
        loop.execute(() -> take(event));
    }

    /** The engine's state after its last step; null before the start. Any thread may call. */
    public ClassicState state() {
        return state;
    }

    /** Accepts members of the classic protocol with the same partitions and copies, and every client. */
    private final class ClassicHandshakes implements HandshakeHandler {
        @Override
        public Decision greet(Connection connection, Frame.Hello hello) {
            if (state == null) {
                return refuse(Frame.Reason.NOT_READY, "the member has not started");
            } else if (hello.role() == Frame.Role.CLIENT) {
                return new Accept(welcome(requests.peers()), new ClientReceiver());
            } else if (hello.role() != Frame.Role.MEMBER || !hello.protocol().equals(PROTOCOL)) {
                return refuse(Frame.Reason.PROTOCOL, "this cluster runs " + PROTOCOL);
            } else if (hello.partitions() != config.partitions()) {
                return refuse(Frame.Reason.PARTITIONS, "this cluster has " + config.partitions() + " partitions");
            } else if (!maps().equals(hello.maps())) {
                return refuse(Frame.Reason.BACKUPS, "this cluster has " + (config.copies() - 1) + " backups");
            }
            int place = hello.self().number();
            loop.execute(() -> {
                peers.accepted(place);
                peers.retry(place);
            });
            return new Accept(welcome(List.of()), new MemberReceiver(place));
        }

        private Refuse refuse(Frame.Reason reason, String text) {
            return new Refuse(new Frame.Refusal(reason, text));
        }

        private Frame.Welcome welcome(List<Peer> known) {
            return new Frame.Welcome(
                    requests.peer(state.self()),
                    CLUSTER,
                    config.partitions(),
                    maps(),
                    config.parallel(),
                    List.of(),
                    known,
                    Versions.ALL,
                    0);
        }

        @Override
        public void refused(String remote, String why) {
            hooks.log("connection from " + remote + " refused: " + why);
        }
    }

    /** Takes frames from the member at a place. */
    private final class MemberReceiver implements Receiver {
        private final int place;

        MemberReceiver(int place) {
            this.place = place;
        }

        @Override
        public void received(Connection connection, Frame frame) {
            if (frame instanceof Frame.Opaque opaque) {
                loop.execute(() -> arrive(connection, opaque.content()));
            } else if (!(frame instanceof Frame.KeepAlive || frame instanceof Frame.Peers)) {
                connection.close();
            }
        }

        @Override
        public void closed(Connection connection) {
            loop.execute(() -> peers.ended(place));
        }
    }

    /** Takes frames from a client. */
    private final class ClientReceiver implements Receiver {
        @Override
        public void received(Connection connection, Frame frame) {
            loop.execute(() -> requests.received(connection, frame));
        }

        @Override
        public void closed(Connection connection) {
            loop.execute(() -> requests.closed(connection));
        }
    }

    /** Ends at once. Does not close the environment. */
    public void close() {
        loop.close();
        executor.close();
        listener.close();
    }

    /**
     * What the runtime of a classic member is told.
     *
     * @param nodes all places, and the own one
     * @param founders places, the first ones, whose first processes found the cluster
     * @param partitions number of partitions
     * @param copies of each partition, the owner's included
     * @param parallel migrations that a member takes part in at once
     * @param pace periods and time-outs
     * @param checksAddressee whether messages to an earlier process at this place are dropped, as they should be
     */
    public record ClassicConfig(
            ClassicAddresses nodes,
            int founders,
            int partitions,
            int copies,
            int parallel,
            Pace pace,
            boolean checksAddressee) {
        /**
         * Periods and time-outs, in milliseconds.
         *
         * @param heartbeat between two signs of life
         * @param suspectAfter silence after which a member is given up
         * @param mergeAfter time after which two halves that have heard each other come together
         */
        public record Pace(long heartbeat, long suspectAfter, long mergeAfter) {}
    }

    /** What the owner of a {@link ClassicRuntime} hears of it. Calls come from the runtime's threads and must not wait. */
    public interface ClassicHooks {
        /** Sees the engine's steps. */
        default StepListener<ClassicState> steps() {
            return StepListener.none();
        }

        /** Takes a line for people. */
        void log(String text);

        /** The process has become a member, or another member because it starts over. The engine has not taken a step in this state. */
        default void began(ClassicState state) {}

        /** The member has left the cluster: nothing depends on it any more, and it is to be closed. */
        default void left() {}

        /** The member cannot continue, and is to be closed. */
        void failed(Throwable cause);
    }
}
