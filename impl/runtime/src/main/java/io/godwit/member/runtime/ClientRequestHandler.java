package io.godwit.member.runtime;

import io.godwit.environment.CertificateRole;
import io.godwit.environment.Clock;
import io.godwit.member.limit.LimitListener;
import io.godwit.member.runtime.MapCounts.MapEvent;
import io.godwit.member.runtime.MapLimits.Refusal;
import io.godwit.protocol.Command.Answer;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.NamedMaps;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Refused;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Call;
import io.godwit.transport.frame.Frame.CallBatch;
import io.godwit.transport.frame.Frame.PartitionsCall;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Frame.Table;
import io.godwit.transport.frame.Frame.TableRequest;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.StreamCalls;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Handles requests of clients. Unless stated otherwise, for tasks of the event loop. */
final class ClientRequestHandler {
    /** What a client may do with a key. */
    private static final Set<Verb> OF_CLIENTS = EnumSet.of(
            Verb.GET,
            Verb.PUT,
            Verb.PUT_FOR,
            Verb.PUT_IF_ABSENT,
            Verb.PUT_IF_ABSENT_FOR,
            Verb.REPLACE,
            Verb.REMOVE,
            Verb.INCREMENT,
            Verb.APPEND,
            Verb.ADD,
            Verb.READ_CHANGES,
            Verb.SCAN);

    /** What uses an entry, and may leave its due time as it is, so that the entry is touched before it. */
    private static final Set<Verb> USES =
            EnumSet.of(Verb.GET, Verb.PUT_IF_ABSENT, Verb.PUT_IF_ABSENT_FOR, Verb.REPLACE, Verb.INCREMENT);

    /** What is taken if a heap is nearly full. */
    private static final Set<Verb> REMOVALS = EnumSet.of(Verb.REMOVE, Verb.CLEAR);

    private static final int MAX_VALUE_BYTES = 16 << 20;
    private static final Bytes NUMBERS = Bytes.owning(ClusterBootstrap.NUMBERS_MAP.getBytes(StandardCharsets.UTF_8));

    private final Clock clock;
    private final LocalReads localReads;
    private final MapLifetimes lifetimes;
    private final MapLimits limits;
    private final Member member;
    private final LoadMonitor load;
    private final CallListener calls;
    private final PendingRequests<Connection> pending = new PendingRequests<>();
    private final AnswerBatches batches;
    private final AnswerPages pages;
    private final CallCounts.Counters counts = new CallCounts.Counters();
    private final CallLatencies.Counters latencies = new CallLatencies.Counters();
    private final MapCounts mapCounts;
    private final PartitionRequests partitionRequests;
    private final UnservedPartitions unservedPartitions;
    private Table table = new Table(0, List.of(), List.of());
    /** The decided table that {@link #table} shows. */
    private PartitionVector<Entry> shown;

    /** The member that the clients ask. */
    interface Member {
        /** The engine's last state. Any thread may call. */
        QuorumState state();

        /** Gives an event to the engine. */
        void take(Event event);

        /** The members that are known. */
        List<Peer> known();

        /** The members without room. */
        FullMembers full();

        /** Runs a task after those that wait. */
        void later(Runnable task);

        /** A client waits for what is sent after the tasks that wait. */
        void hurry();
    }

    /** Hears of the calls that the engine is given, and of relaxed reads that use an entry. */
    interface CallListener {
        /** A call uses the entry of its key, at a time in milliseconds since 1970. If the engine is given the call, that is later. */
        default void used(int partition, OnMap call, long now) {}

        /** The engine was given an operation. */
        void taken(int partition, OnMap operation);
    }

    /** Creates a handler without requests. */
    ClientRequestHandler(
            Clock clock,
            Maps maps,
            MapSettings settings,
            Member member,
            LoadMonitor load,
            MapCounts mapCounts,
            CallListener calls,
            LimitListener limitListener) {
        this.clock = clock;
        this.localReads = new LocalReads(maps);
        this.lifetimes = new MapLifetimes(settings);
        this.limits = new MapLimits(settings);
        this.member = member;
        this.load = load;
        this.mapCounts = mapCounts;
        this.calls = calls;
        this.batches = new AnswerBatches(member::hurry);
        this.pages = new AnswerPages(limitListener, batches);
        this.unservedPartitions = new UnservedPartitions(clock);
        this.partitionRequests = new PartitionRequests(clock, member, this::refusal, counts);
    }

    /** Handles a frame from a client that has arrived at that time, in nanoseconds. */
    void received(Connection client, Frame frame, long arrived) {
        if (frame instanceof Call call && isAllowed(call)) {
            call(client, call, arrived);
        } else if (frame instanceof CallBatch batch
                && batch.calls().stream().allMatch(ClientRequestHandler::isAllowed)) {
            batches.expect(client, batch);
            batch.calls().forEach(call -> call(client, call, arrived));
        } else if (frame instanceof PartitionsCall call && isAllowed(call)) {
            call(client, call);
        } else if (frame instanceof TableRequest request) {
            client.send(table(request.stamp()));
        } else {
            client.close();
        }
    }

    /**
     * Answers a relaxed read at once, if the answer fits in one frame. Any thread may call.
     *
     * @return false if the frame has to be {@link #received}
     */
    boolean answersAtOnce(Connection client, Frame frame) {
        if (frame instanceof PartitionsCall call && call.relaxed() && call.verb() == Verb.SIZE && isAllowed(call)) {
            call(client, call);
            return true;
        }
        if (!(frame instanceof Call call) || !LocalReads.isRelaxedRead(call) || !isAllowed(call)) {
            return false;
        }
        load.note(clock.nanoTime());
        Result result = localReads.read(member.state(), call);
        if (!AnswerPages.isOne(result)) {
            return false;
        }
        counts.ended(result);
        client.send(new Frame.Answer(call.client(), call.number(), result));
        if (call.operation().verb() == Verb.GET) {
            usedRelaxed(call);
        }
        return true;
    }

    /** A relaxed read counts as a use if the primary has answered it. */
    private void usedRelaxed(Call call) {
        OnMap read = call.operation();
        if (!lifetimes.hasIdleTime(read.map())) {
            return;
        }
        int partition = localReads.partition(member.state(), call);
        Cell cell = content(partition).cell(read.map(), read.keyBytes());
        QuorumState state = member.state();
        if (state.data().isPrimary(partition)
                && state.control().voting().state().allowsWrites()
                && lifetimes.isTouched(read.map(), cell, clock.wallMillis())) {
            member.later(() -> calls.used(partition, read, clock.wallMillis()));
        }
    }

    private NamedMaps content(int partition) {
        return member.state().data().replica(partition).log().content().maps();
    }

    private static boolean isAllowed(Call call) {
        OnMap operation = call.operation();
        return call.client() != Sessions.OWN
                && OF_CLIENTS.contains(operation.verb())
                && !(call.relaxed() && StreamCalls.isOne(operation))
                && operation.map().length() <= Maps.LONGEST_NAME
                && operation.keyBytes().length() <= MAX_VALUE_BYTES
                && operation.value().length() <= MAX_VALUE_BYTES
                && operation.expected().length() <= MAX_VALUE_BYTES;
    }

    private static boolean isAllowed(PartitionsCall call) {
        return call.client() != Sessions.OWN && call.map().length() <= Maps.LONGEST_NAME;
    }

    private void call(Connection client, PartitionsCall call) {
        load.note(clock.nanoTime());
        int other = localReads.otherPartition(member.state(), call);
        if (other >= 0) {
            partitionRequests.refuse(client, call, "partition " + other + " has no keys of the map");
        } else if (call.relaxed() && call.verb() == Verb.SIZE) {
            partitionRequests.readRelaxed(client, call);
        } else {
            partitionRequests.begin(client, call);
        }
    }

    private void call(Connection client, Call call, long arrived) {
        OnMap operation = call.operation();
        if (LocalReads.isRelaxedRead(call)) {
            send(client, call.client(), call.number(), localReads.read(member.state(), call));
            return;
        }
        if (!operation.map().equals(NUMBERS)) {
            load.note(clock.nanoTime());
        }
        int partition = localReads.partition(member.state(), call);
        boolean takesNumber = operation.map().equals(NUMBERS) && !operation.readOnly();
        Optional<String> refusal = takesNumber && !client.credentials().allows(CertificateRole.MEMBER)
                ? Optional.of(client.credentials().refusal(CertificateRole.MEMBER))
                : refusal(call.client(), call.number(), operation, partition);
        if (refusal.isPresent()) {
            send(client, call.client(), call.number(), new Refused(refusal.get()));
            return;
        }
        if (StreamCalls.isOne(operation)) {
            readChanges(client, call, arrived);
            return;
        }
        pending.add(call.client(), call.number(), client, partition, arrived);
        long now = clock.wallMillis();
        makeRoom(call, partition);
        if (USES.contains(operation.verb())) {
            calls.used(partition, operation, now);
        }
        OnMap inLog = lifetimes.inLog(operation, content(partition), now);
        member.take(new Event.Call(call.client(), call.number(), partition, inLog));
        calls.taken(partition, inLog);
    }

    private void readChanges(Connection client, Call call, long arrived) {
        Operation operation;
        try {
            operation = StreamCalls.operation(call.operation());
        } catch (IllegalArgumentException e) {
            send(client, call.client(), call.number(), new Refused(e.getMessage()));
            return;
        }
        if (!localReads.belongs(member.state(), call.operation().map(), call.partition())) {
            String other = "partition " + call.partition() + " has no keys of the map";
            send(client, call.client(), call.number(), new Refused(other));
            return;
        }
        pending.add(call.client(), call.number(), client, call.partition(), arrived);
        member.take(new Event.Call(call.client(), call.number(), call.partition(), operation));
    }

    /** Removes entries of a map with a limit where the call adds too much. The log has the removals before the call. */
    private void makeRoom(Call call, int partition) {
        OnMap write = call.operation();
        int width = member.state().setup().width();
        for (int removed = 0; removed < MapLimits.REMOVALS; removed++) {
            Log log = member.state().data().replica(partition).log();
            Optional<OnMap> removal = limits.removal(write, log, width, removed)
                    .filter(it -> decides(partition, call.client(), call.number()));
            if (removal.isEmpty()) {
                return;
            }
            member.take(Sessions.own(partition, log, removal.get()));
            if (member.state().data().replica(partition).log().length() == log.length()) {
                // The engine has not taken it, and would take no other one: the cluster is passive, for example.
                return;
            }
            calls.taken(partition, removal.get());
            mapCounts.count(write.map(), MapEvent.EVICTED);
        }
    }

    /** Whether a write of a client would be appended to the log here, as a new one. */
    private boolean decides(int partition, long client, long number) {
        return member.state().data().isPrimary(partition)
                && !member.state().data().replica(partition).log().hasExecuted(client, number);
    }

    /**
     * Why a call is not given to the engine: no member that answers has a current copy of the partition; or it writes to the map of
     * members' numbers, which belongs to the members, because no client may make a number appear twice; or its lifetime is none; or
     * some disk has no room for the write, which would wait there, as would reads of what it changes; or some heap has no room for what
     * it adds; or its map may have no more entries. A number for a new member adds nothing, and the new member may be what makes room.
     * A repeated write that is in the log already is answered: that takes no space.
     */
    private Optional<String> refusal(long client, long number, OnMap operation, int partition) {
        Optional<String> unserved = unservedPartitions.refusal(member.state(), partition);
        if (unserved.isPresent() || operation.readOnly()) {
            return unserved;
        }
        boolean counts = operation.verb() == Verb.INCREMENT && operation.value().number() == 1;
        if (operation.map().equals(NUMBERS) && !counts) {
            return Optional.of("the map " + ClusterBootstrap.NUMBERS_MAP + " is the members' own");
        }
        if (operation.verb() != operation.verb().inLog() && operation.expected().number() <= 0) {
            return Optional.of("a lifetime of " + operation.expected().number() + " ms");
        }
        Replica replica = member.state().data().replica(partition);
        FullMembers full = member.full();
        MemberSet participants = replica.configuration().participants();
        boolean addsData =
                !REMOVALS.contains(operation.verb()) && !operation.map().equals(NUMBERS);
        int width = member.state().setup().width();
        Optional<Refusal> refusal = full(MapEvent.DISK, participants.intersect(full.disks()))
                .or(() -> addsData ? full(MapEvent.HEAP, participants.intersect(full.heaps())) : Optional.empty())
                .or(() -> limits.refusal(operation, replica.log(), partition, width))
                .filter(it -> decides(partition, client, number));
        refusal.ifPresent(it -> mapCounts.count(operation.map(), it.event()));
        return refusal.map(Refusal::why);
    }

    private static Optional<Refusal> full(MapEvent what, MemberSet members) {
        return members.isEmpty()
                ? Optional.empty()
                : Optional.of(new Refusal(
                        what, "the " + EnumNames.text(what) + " of member " + members.oldest() + " is nearly full"));
    }

    /**
     * To be called periodically: sends more of answers that did not fit in one frame, and redirects clients whose calls get
     * no answer here.
     */
    void maintain() {
        pages.sendMore();
        partitionRequests.maintain();
        unservedPartitions.forgetServed(member.state());
        pending.redirect(member.state(), (client, route) -> {
            counts.turnedAway();
            client.send(new Table(0, List.of(route), member.known()));
        });
    }

    /** The engine answers a call. */
    void answer(Answer answer) {
        if (partitionRequests.answer(answer)) {
            return;
        }
        PendingRequests.Pending<Connection> request = pending.answered(answer.client(), answer.call());
        if (request != null) {
            if (CallCounts.isAnswer(answer.result()) && !StreamCalls.isResult(answer.result())) {
                latencies.answered(clock.nanoTime() - request.arrived());
            }
            send(request.client(), answer.client(), answer.call(), StreamCalls.result(answer.result()));
        }
    }

    /** Sends answers that were held in order to be sent together. */
    void flush() {
        batches.flush();
    }

    private void send(Connection client, long session, long number, Result result) {
        counts.ended(result);
        pages.send(client, session, number, result);
    }

    /** How many calls have ended. Any thread may call. */
    CallCounts counts() {
        return counts.now();
    }

    /** How long calls have waited for their answers. Any thread may call. */
    CallLatencies latencies() {
        return latencies.now();
    }

    /** A client's connection is closed. */
    void closed(Connection client) {
        pending.removeAll(client);
        pages.closed(client);
        batches.closed(client);
        partitionRequests.closed(client);
    }

    @SuppressWarnings("ReferenceEquality") // the same object has the same routes
    private Table table(long known) {
        QuorumState now = member.state();
        long stamp = now.local().tableStamps().decidedStamp();
        if (stamp == known && known != 0) {
            return new Table(stamp, List.of(), member.known());
        }
        if (shown != now.control().committed()) {
            shown = now.control().committed();
            table = new Table(stamp, routes(shown), List.of());
        }
        return new Table(table.stamp(), table.routes(), member.known());
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
