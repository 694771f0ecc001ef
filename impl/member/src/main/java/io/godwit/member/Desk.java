package io.godwit.member;

import io.godwit.member.runtime.Sessions;
import io.godwit.member.runtime.Visits;
import io.godwit.protocol.Command.Answer;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Refused;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Call;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Frame.Table;
import io.godwit.transport.frame.Frame.TableRequest;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.net.Connection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Where clients call. Belongs to the loop. */
final class Desk {
    private static final int LONGEST = 16 << 20;
    private static final int LONGEST_NAME = 256;
    private static final Bytes NUMBERS = Bytes.owning(Founding.MAP.getBytes(StandardCharsets.UTF_8));

    private final Glance glance;
    private final Supplier<QuorumState> state;
    private final Consumer<Event> engine;
    private final Supplier<List<Peer>> peers;
    private final Supplier<MemberSet> full;
    private final Visits visits;
    private final Callers<Connection> callers = new Callers<>();
    private final Pages pages = new Pages();
    private final Calls.Counters calls = new Calls.Counters();
    private Table table = new Table(0, List.of(), List.of());
    private PartitionVector<Entry> told;

    Desk(
            Maps maps,
            Supplier<QuorumState> state,
            Consumer<Event> engine,
            Supplier<List<Peer>> peers,
            Supplier<MemberSet> full,
            Visits visits) {
        this.glance = new Glance(maps, state);
        this.state = state;
        this.engine = engine;
        this.peers = peers;
        this.full = full;
        this.visits = visits;
    }

    /** A client says something. */
    void received(Connection connection, Frame frame) {
        if (frame instanceof Call call && isAllowed(call)) {
            call(connection, call);
        } else if (frame instanceof TableRequest request) {
            connection.send(table(request.stamp()));
        } else {
            connection.close();
        }
    }

    /**
     * Answers at once if it needs nobody else and no more than one frame; any thread may ask.
     *
     * @return false if it has to be {@link #received}
     */
    boolean glances(Connection connection, Frame frame) {
        if (!(frame instanceof Call call) || !Glance.isEnough(call) || !isAllowed(call)) {
            return false;
        }
        visits.note(System.nanoTime());
        Result result = glance.read(call);
        if (!Pages.isOne(result)) {
            return false;
        }
        calls.ended(result);
        connection.send(new Frame.Answer(call.client(), call.number(), result));
        return true;
    }

    private static boolean isAllowed(Call call) {
        OnMap operation = call.operation();
        return call.client() != Sessions.OWN
                && operation.verb() != Verb.EXPIRE
                && operation.map().length() <= LONGEST_NAME
                && operation.entry().length() <= LONGEST
                && operation.value().length() <= LONGEST
                && operation.expected().length() <= LONGEST;
    }

    private void call(Connection connection, Call call) {
        OnMap operation = call.operation();
        if (Glance.isEnough(call)) {
            tell(connection, call.client(), call.number(), glance.read(call));
            return;
        }
        if (!operation.map().equals(NUMBERS)) {
            visits.note(System.nanoTime());
        }
        int partition = glance.partition(call);
        Optional<String> refusal = refusal(call, partition);
        if (refusal.isPresent()) {
            tell(connection, call.client(), call.number(), new Refused(refusal.get()));
            return;
        }
        callers.wait(call.client(), call.number(), connection, partition);
        engine.accept(new Event.Call(call.client(), call.number(), partition, operation));
    }

    /**
     * Some things are the members' own: nobody may make a number come twice. And nothing is written that some disk has no room
     * for: it would wait there, and whoever reads what it changes would wait, too.
     */
    private Optional<String> refusal(Call call, int partition) {
        OnMap operation = call.operation();
        if (operation.readOnly()) {
            return Optional.empty();
        }
        boolean counts = operation.verb() == Verb.INCREMENT && operation.value().number() == 1;
        if (operation.map().equals(NUMBERS) && !counts) {
            return Optional.of("the map " + Founding.MAP + " is the members' own");
        }
        Replica replica = state.get().data().replica(partition);
        MemberSet without = state.get().data().isPrimary(partition)
                ? replica.configuration().participants().intersect(full.get())
                : MemberSet.of();
        // What is in the log already is answered: that takes no space.
        return without.isEmpty() || replica.log().hasExecuted(call.client(), call.number())
                ? Optional.empty()
                : Optional.of("the disk of member " + without.oldest() + " is nearly full");
    }

    /** To be done again and again: goes on with answers that did not fit in one frame, and turns those away who wait in vain. */
    void look() {
        pages.goOn();
        callers.turnAway(state.get(), (connection, route) -> {
            calls.turnedAway();
            connection.send(new Table(0, List.of(route), peers.get()));
        });
    }

    /** The engine answers. */
    void answer(Answer answer) {
        Connection caller = callers.answered(answer.client(), answer.call());
        if (caller != null) {
            tell(caller, answer.client(), answer.call(), answer.result());
        }
    }

    private void tell(Connection caller, long client, long number, Result result) {
        calls.ended(result);
        pages.send(caller, client, number, result);
    }

    /** How many calls have come to an end. Any thread may ask. */
    Calls calls() {
        return calls.now();
    }

    /** A client is gone. */
    void closed(Connection connection) {
        callers.gone(connection);
        pages.closed(connection);
    }

    @SuppressWarnings("ReferenceEquality") // the same object has the same routes; another one is looked at
    private Table table(long known) {
        QuorumState now = state.get();
        long stamp = now.watch().tracking().decidedStamp();
        if (stamp == known && known != 0) {
            return new Table(stamp, List.of(), peers.get());
        }
        if (told != now.control().committed()) {
            told = now.control().committed();
            table = new Table(stamp, routes(told), List.of());
        }
        return new Table(table.stamp(), table.routes(), peers.get());
    }

    private static List<Route> routes(PartitionVector<Entry> entries) {
        List<Route> routes = new ArrayList<>();
        for (int p = 0; p < entries.size(); p++) {
            Entry entry = entries.get(p);
            if (!entry.isNone()) {
                routes.add(new Route(p, entry.version(), entry.configuration().primary()));
            }
        }
        return routes;
    }
}
