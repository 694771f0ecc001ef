package io.godwit.baseline;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Members;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Peer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Where clients call, as they call a member of the product. Belongs to the loop. */
final class Desk {
    private final Nodes nodes;
    private final Map<Long, Connection> waiting = new HashMap<>();

    Desk(Nodes nodes) {
        this.nodes = nodes;
    }

    /** What the engine is to do about a client's call. */
    Event.Call call(Connection connection, Frame.Call call, int partitions) {
        OnMap operation = call.operation();
        boolean ofPartition = operation.verb() == Verb.SIZE || operation.verb() == Verb.CLEAR;
        int partition = ofPartition ? call.partition() : operation.entry().partition(partitions);
        waiting.put(call.client(), connection);
        return new Event.Call(call.client(), call.number(), partition, operation);
    }

    /** The engine answers. */
    void answer(Command.Answer answer) {
        Connection connection = waiting.remove(answer.client());
        if (connection != null) {
            connection.send(new Frame.Answer(answer.client(), answer.call(), answer.result()));
        }
    }

    /** A client is gone. */
    void closed(Connection connection) {
        waiting.values().removeIf(other -> other == connection);
    }

    /** Who serves what, as far as this member knows. */
    Frame.Table table(ClassicState state) {
        List<Route> routes = new ArrayList<>();
        for (int p = 0; p < state.table().size(); p++) {
            if (state.table().owner(p) != Members.NONE) {
                routes.add(new Route(
                        p, new Version(0, state.version(p) + 1), state.table().owner(p)));
            }
        }
        return new Frame.Table(Math.max(1, routes.hashCode() & Long.MAX_VALUE), routes, peers(state));
    }

    /** The members of the view, and where they are. */
    List<Peer> peers(ClassicState state) {
        TreeSet<Integer> numbers = new TreeSet<>();
        state.view().forEach(numbers::add);
        for (int p = 0; p < state.table().size(); p++) {
            numbers.add(state.table().owner(p));
        }
        numbers.remove(Members.NONE);
        return numbers.stream().map(this::peer).toList();
    }

    Peer peer(int number) {
        int place = nodes.placeOf(number);
        return new Peer(number, Bytes.owning(new byte[16]), nodes.host(place), nodes.port(place));
    }
}
