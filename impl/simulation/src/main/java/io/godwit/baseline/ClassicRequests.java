package io.godwit.baseline;

import io.godwit.baseline.ClassicRuntime.ClassicConfig;
import io.godwit.member.runtime.PendingRequests;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Members;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Result.Refused;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Handles requests of clients, which are those of the quorum protocol's members. For tasks of the event loop. */
final class ClassicRequests {
    private static final int INCARNATION_BYTES = 16;

    private final ClassicConfig config;
    private final Supplier<ClassicState> state;
    private final Consumer<Event> engine;
    private final PendingRequests<Connection> pending = new PendingRequests<>();
    private final ClassicPartitionCalls partitionCalls;

    /**
     * Has no requests.
     *
     * @param state the engine's last state; any thread may ask
     * @param engine takes calls
     */
    ClassicRequests(ClassicConfig config, Supplier<ClassicState> state, Consumer<Event> engine) {
        this.config = config;
        this.state = state;
        this.engine = engine;
        this.partitionCalls = new ClassicPartitionCalls(engine);
    }

    /** Handles a frame from a client. */
    void received(Connection client, Frame frame) {
        if (frame instanceof Frame.Call call) {
            if (call.operation().verb() != call.operation().verb().inLog()) {
                client.send(new Frame.Answer(call.client(), call.number(), new Refused("classic knows no lifetimes")));
                return;
            }
            int partition = call.operation().keyBytes().partition(config.partitions());
            pending.add(call.client(), call.number(), client, partition, 0);
            engine.accept(new Event.Call(call.client(), call.number(), partition, call.operation()));
        } else if (frame instanceof Frame.PartitionsCall call) {
            partitionCalls.received(client, call);
        } else if (frame instanceof Frame.TableRequest) {
            client.send(table());
        } else {
            client.close();
        }
    }

    /** The engine answers a call. */
    void answer(Command.Answer answer) {
        if (partitionCalls.answer(answer)) {
            return;
        }
        PendingRequests.Pending<Connection> request = pending.answered(answer.client(), answer.call());
        if (request != null) {
            request.client().send(new Frame.Answer(answer.client(), answer.call(), answer.result()));
        }
    }

    /** A client's connection is closed. */
    void closed(Connection client) {
        pending.removeAll(client);
        partitionCalls.closed(client);
    }

    private Frame.Table table() {
        ClassicState now = state.get();
        List<Route> routes = new ArrayList<>();
        for (int p = 0; p < now.table().size(); p++) {
            int owner = now.table().owner(p);
            if (owner != Members.NONE) {
                routes.add(new Route(p, new Version(0, now.version(p) + 1), owner));
            }
        }
        return new Frame.Table(Math.max(1, routes.hashCode() & Long.MAX_VALUE), routes, peers());
    }

    /** The members of the view and all owners, and where they are. Any thread may call. */
    List<Peer> peers() {
        ClassicState now = state.get();
        TreeSet<Integer> numbers = new TreeSet<>();
        now.view().forEach(numbers::add);
        for (int p = 0; p < now.table().size(); p++) {
            numbers.add(now.table().owner(p));
        }
        numbers.remove(Members.NONE);
        return numbers.stream().map(this::peer).toList();
    }

    /** A member. Any thread may call. */
    Peer peer(int number) {
        ClassicAddresses nodes = config.nodes();
        int place = nodes.placeOf(number);
        return new Peer(number, Bytes.owning(new byte[INCARNATION_BYTES]), nodes.host(place), nodes.port(place));
    }
}
