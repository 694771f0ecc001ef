package io.godwit.member;

import io.godwit.protocol.Command.Answer;
import io.godwit.protocol.Event;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Call;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Frame.Table;
import io.godwit.transport.frame.Frame.TableRequest;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.net.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Where clients call: remembers who waits for an answer. Belongs to the loop. */
final class Desk {
    private static final int LONGEST = 16 << 20;
    private static final int LONGEST_NAME = 256;

    private final Supplier<QuorumState> state;
    private final Consumer<Event> engine;
    private final Supplier<List<Peer>> peers;
    private final Map<Long, Connection> waiting = new HashMap<>();

    Desk(Supplier<QuorumState> state, Consumer<Event> engine, Supplier<List<Peer>> peers) {
        this.state = state;
        this.engine = engine;
        this.peers = peers;
    }

    /** A client says something. */
    void received(Connection connection, Frame frame) {
        if (frame instanceof Call call && isAllowed(call.operation())) {
            call(connection, call);
        } else if (frame instanceof TableRequest request) {
            connection.send(table(request.stamp()));
        } else {
            connection.close();
        }
    }

    private static boolean isAllowed(OnMap operation) {
        return operation.map().length() <= LONGEST_NAME
                && operation.entry().length() <= LONGEST
                && operation.value().length() <= LONGEST
                && operation.expected().length() <= LONGEST;
    }

    private void call(Connection connection, Call call) {
        OnMap operation = call.operation();
        int partitions = state.get().setup().partitions();
        boolean ofPartition = operation.verb() == Verb.SIZE || operation.verb() == Verb.CLEAR;
        int partition = ofPartition ? call.partition() : operation.entry().partition(partitions);
        if (call.relaxed() && operation.readOnly()) {
            relaxed(connection, call, partition);
            return;
        }
        waiting.put(call.client(), connection);
        engine.accept(new Event.Call(call.client(), call.number(), partition, operation));
    }

    /** From what is here, if anything is. */
    private void relaxed(Connection connection, Call call, int partition) {
        Replica replica = state.get().data().replica(partition);
        boolean here = replica.configuration().isReplica(state.get().self());
        connection.send(new Frame.Answer(
                call.client(),
                call.number(),
                here
                        ? replica.log().content().read(call.operation())
                        : new NotHere(replica.configuration().primary())));
    }

    /** The engine answers. */
    void answer(Answer answer) {
        Connection connection = waiting.remove(answer.client());
        if (connection != null) {
            connection.send(new Frame.Answer(answer.client(), answer.call(), answer.result()));
        }
    }

    /** A client is gone. */
    void closed(Connection connection) {
        waiting.values().removeIf(other -> other == connection);
    }

    private Table table(long known) {
        QuorumState now = state.get();
        long stamp = now.watch().tracking().decidedStamp();
        List<Route> routes = new ArrayList<>();
        if (stamp != known || known == 0) {
            for (int p = 0; p < now.setup().partitions(); p++) {
                Entry entry = now.control().committed().get(p);
                if (!entry.isNone()) {
                    routes.add(
                            new Route(p, entry.version(), entry.configuration().primary()));
                }
            }
        }
        return new Table(stamp, routes, peers.get());
    }
}
