package io.godwit.baseline;

import io.godwit.environment.Transport;
import io.godwit.environment.threads.SystemClock;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicProtocol;
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
import io.godwit.transport.netty.NettyTransport;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A process of the classic protocol: its engine, and what carries out its commands. */
final class Node implements AutoCloseable {
    private static final long TICK = 20;
    private static final int PARALLEL = 10;
    private static final Bytes CLUSTER = Bytes.owning(new byte[16]);

    private final Nodes nodes;
    private final Setup setup;
    private final Pace pace;
    private final Generation generation;
    private final Consumer<String> log;
    private final Protocol<ClassicState> protocol = new ClassicProtocol(ClassicGuard.product());
    private final Loop loop = new Loop();
    private final Desk desk;
    private final Post post;
    private final NettyTransport transport;
    private final Transport.Listener listener;
    private Neighbours neighbours;
    private volatile ClassicState state;

    /**
     * How long things take, in milliseconds.
     *
     * @param heartbeat between two signs of life
     * @param suspectAfter without a sign for so long, a member is given up
     * @param mergeAfter two halves that have heard each other for so long come together
     */
    record Pace(long heartbeat, long suspectAfter, long mergeAfter) {}

    /**
     * A member that runs.
     *
     * @param copies of each partition, the owner's included
     * @param generation how many processes there have been here before
     * @param log gets what people may want to know
     */
    Node(Nodes nodes, int partitions, int copies, Pace pace, Generation generation, Consumer<String> log)
            throws IOException {
        this.nodes = nodes;
        this.pace = pace;
        this.generation = generation;
        this.log = log;
        int[] founders = IntStream.rangeClosed(1, nodes.size()).toArray();
        this.setup = new Setup(MemberSet.of(founders), partitions, copies, PARALLEL);
        this.desk = new Desk(nodes);
        begin();
        this.post = new Post(nodes, letter -> loop.execute(() -> arrive(letter)));
        this.transport = new NettyTransport("baseline", 1, Limits.DEFAULT.patience(), null, java.util.Map.of());
        Connections connections = new Connections(transport, new SystemClock(), Limits.DEFAULT);
        this.listener = connections.listen(
                nodes.host(nodes.place()), nodes.port(nodes.place()), new FrameCodec(partitions), new FrontDoor());
        loop.every(TICK, () -> take(new Event.Tick(TimeUnit.NANOSECONDS.toMicros(System.nanoTime()))));
        loop.every(pace.heartbeat(), this::beat);
    }

    private static long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    /** The first process at a place founds the cluster; whoever comes after it joins. */
    private void begin() {
        int before = generation.next();
        int self = nodes.number(before);
        neighbours = new Neighbours(pace.suspectAfter(), pace.mergeAfter());
        state = before == 0 ? protocol.found(self, setup) : protocol.join(self, setup);
        log.accept("member " + self + (before == 0 ? " founds the cluster" : " wants to join"));
        log.accept("members " + state.view());
    }

    private void take(Event event) {
        MemberSet before = state.view();
        Step<ClassicState> step = protocol.step(state, event);
        state = step.state();
        step.commands().forEach(this::carryOut);
        if (!state.view().equals(before)) {
            log.accept("members " + state.view());
        }
    }

    private void carryOut(Command command) {
        if (command instanceof Command.Send send) {
            if (send.to() == Members.EVERYBODY) {
                state.others().forEach(to -> send(to, send));
            } else {
                send(send.to(), send);
            }
        } else if (command instanceof Command.Answer answer) {
            desk.answer(answer);
        }
        // Nobody here leaves by order, and nothing is kept.
    }

    private void send(int to, Command.Send send) {
        post.send(nodes.placeOf(to), Letters.of(new Letters.Letter(state.self(), to, send.message())));
    }

    private void arrive(byte[] bytes) {
        Object letter;
        try {
            letter = Letters.read(bytes);
        } catch (IOException e) {
            log.accept("not understood: " + e.getMessage());
            return;
        }
        if (letter instanceof Sign sign) {
            neighbours.hear(sign, state.self(), state.view(), now());
            if (!state.up() && !sign.view().isEmpty()) {
                take(new Event.Join(sign.from()));
            }
        } else if (letter instanceof Letters.Letter message && message.to() == state.self()) {
            take(new Event.Deliver(message.from(), message.message()));
        }
    }

    /** Tells everybody that this member is there, and looks who is not. */
    private void beat() {
        byte[] sign = Letters.of(new Sign(state.self(), state.view()));
        for (int place = 0; place < nodes.size(); place++) {
            if (place != nodes.place() && !post.send(place, sign)) {
                post.dialAgain(place);
            }
        }
        long now = now();
        MemberSet silent = neighbours.silent(state.view().without(state.self()), now, pace.heartbeat() * 3);
        silent.forEach(member -> post.dialAgain(nodes.placeOf(member)));
        neighbours.dead(state.self(), state.view(), now).forEach(member -> {
            log.accept("gives up member " + member);
            take(new Event.Suspect(member));
        });
        if (state.up() && neighbours.isToStartOver(now)) {
            log.accept("starts over: another half of the cluster wins");
            begin();
        }
    }

    ClassicState state() {
        return state;
    }

    /** Lets in every client, and nobody else. */
    private final class FrontDoor implements HandshakeHandler {
        @Override
        public Decision greet(Connection connection, Frame.Hello hello) {
            if (hello.role() != Frame.Role.CLIENT) {
                return new Refuse(new Frame.Refusal(Frame.Reason.PROTOCOL, "clients only"));
            }
            ClassicState known = state;
            List<io.godwit.transport.frame.Peer> peers = desk.peers(known);
            return new Accept(
                    new Frame.Welcome(
                            desk.peer(known.self()),
                            CLUSTER,
                            setup.partitions(),
                            Maps.all(setup.copies().only() - 1),
                            setup.parallel(),
                            List.of(),
                            peers),
                    new Counter());
        }

        @Override
        public void refused(String remote, String why) {
            log.accept("connection from " + remote + " refused: " + why);
        }
    }

    /** What clients say. */
    private final class Counter implements Receiver {
        @Override
        public void received(Connection connection, Frame frame) {
            loop.execute(() -> {
                if (frame instanceof Frame.Call call) {
                    take(desk.call(connection, call, setup.partitions()));
                } else if (frame instanceof Frame.TableRequest) {
                    connection.send(desk.table(state));
                } else {
                    connection.close();
                }
            });
        }

        @Override
        public void closed(Connection connection) {
            loop.execute(() -> desk.closed(connection));
        }
    }

    @Override
    public void close() throws IOException {
        loop.close();
        listener.close();
        post.close();
        transport.close();
    }
}
