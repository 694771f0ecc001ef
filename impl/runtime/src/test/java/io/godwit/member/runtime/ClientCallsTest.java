package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.ManualEnvironment;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.map.Result.Refused;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import io.godwit.transport.connection.RecordedConnection;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Answer;
import io.godwit.transport.frame.Frame.Call;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Frame.Table;
import io.godwit.transport.frame.Frame.TableRequest;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What becomes of each frame of a client. */
class ClientCallsTest {
    private static final int PARTITIONS = 7;
    private static final int MOST = 16 << 20;
    private static final List<Peer> PEERS = List.of(new Peer(2, Bytes.owning(new byte[16]), "h", 5_701));
    private static final Bytes NUMBERS = Bytes.of("godwit.members".getBytes(StandardCharsets.UTF_8));
    private static final Bytes MAP = Bytes.of((byte) 'm');

    // The founders hold the partitions in turn: member 1 is primary of 0, 3 and 6, and member 2 its backup.
    private QuorumState state = new QuorumProtocol().found(1, new Setup(MemberSet.of(1, 2, 3), PARTITIONS, 2, 10));
    private FullMembers full = FullMembers.NONE;
    private final ManualEnvironment clock = new ManualEnvironment(1, 0);
    private final List<Event> events = new ArrayList<>();
    private final LoadMonitor load = new LoadMonitor();
    private final RecordedConnection client = new RecordedConnection(PARTITIONS);
    private final ClientRequestHandler handler = new ClientRequestHandler(
            clock, Maps.all(1), MapSettings.NONE, new TestMember(), load, MapCounts.NONE, (p, call) -> {}, limit -> {});

    private final class TestMember implements ClientRequestHandler.Member {
        @Override
        public QuorumState state() {
            return state;
        }

        @Override
        public void take(Event event) {
            events.add(event);
        }

        @Override
        public List<Peer> known() {
            return PEERS;
        }

        @Override
        public FullMembers full() {
            return full;
        }

        @Override
        public void hurry() {}

        @Override
        public void later(Runnable task) {
            throw new AssertionError("no call for many partitions");
        }
    }

    private static OnMap on(Bytes map, Verb verb, Bytes key, Bytes value, Bytes expected) {
        return new OnMap(verb, map, key, value, expected);
    }

    private static OnMap on(Verb verb, Bytes key) {
        return on(MAP, verb, key, Bytes.ofNumber(1), Bytes.EMPTY);
    }

    /** A key of a partition that the member leads, has a backup of, or has nothing of. */
    private static Bytes key(int partition) {
        return IntStream.range(0, 1_000)
                .mapToObj(Bytes::ofNumber)
                .filter(key -> Maps.all(1).partition(MAP, key, PARTITIONS) == partition)
                .findFirst()
                .orElseThrow();
    }

    private void call(long session, OnMap operation) {
        handler.received(client.connection(), new Call(session, 1, 0, operation, false), clock.nanoTime());
    }

    private void assertAnswered(Result result) {
        assertEquals(List.of(new Answer(7, 1, result)), client.sent());
    }

    private boolean atOnce(OnMap operation, boolean relaxed) {
        return handler.answersAtOnce(client.connection(), new Call(7, 1, 0, operation, relaxed));
    }

    /** The member's copy of a partition has this log. */
    private void hold(int partition, Log log) {
        state = new QuorumState(
                state.setup(),
                state.control(),
                state.data().with(partition, state.data().replica(partition).withLog(log)),
                state.local(),
                state.master());
    }

    private static LogEntry write(OnMap operation, long call) {
        return new LogEntry(new Version(1, 1), 7, call, operation);
    }

    @Test
    void relaxedReadIsAnsweredAtOnceByAnyCopy() {
        assertTrue(atOnce(on(Verb.GET, key(0)), true));
        assertAnswered(new Found(List.of()));
        assertTrue(load.isRecent(clock.nanoTime()));
        assertTrue(atOnce(on(Verb.GET, key(1)), true));
        assertAnswered(new NotHere(2));
        assertEquals(new CallCounts(1, 1, 0, 0), handler.counts());
        assertFalse(atOnce(on(Verb.GET, key(0)), false));
        assertFalse(atOnce(on(Verb.PUT, key(0)), true));
        assertFalse(handler.answersAtOnce(client.connection(), new TableRequest(0)));
        assertFalse(atOnce(on(Bytes.owning(new byte[257]), Verb.GET, MAP, MAP, MAP), true));
        assertEquals(List.of(), client.sent());
    }

    @Test
    void timeOfACallIsThatFromItsFirstArrival() {
        call(7, on(Verb.PUT, key(0)));
        clock.pass(3);
        call(7, on(Verb.PUT, key(0)));
        clock.pass(4);
        handler.answer(new Command.Answer(7, 1, new Done(List.of(1L))));
        call(8, on(Verb.PUT, key(0)));
        clock.pass(1);
        handler.answer(new Command.Answer(8, 1, new NotHere(2)));
        call(9, on(Verb.PUT, key(0)));
        handler.answer(new Command.Answer(9, 1, new Refused("no")));
        assertTrue(atOnce(on(Verb.GET, key(0)), true));
        CallLatencies latencies = handler.latencies();
        assertEquals(1, latencies.calls(), "what is not answered, and who does not wait, does not count");
        assertEquals(TimeUnit.MILLISECONDS.toNanos(7), latencies.nanos());
        assertEquals(1, latencies.counts().get(CallLatencies.bucket(TimeUnit.MILLISECONDS.toNanos(7))));
    }

    @Test
    void largeRelaxedReadWaitsItsTurn() {
        OnMap append = on(MAP, Verb.APPEND, key(0), Bytes.owning(new byte[1 << 20]), Bytes.EMPTY);
        hold(0, Log.of(List.of(write(append, 1), write(append, 2))));
        OnMap get = on(Verb.GET, key(0));
        assertFalse(atOnce(get, true));
        assertEquals(List.of(), client.sent());
        handler.received(client.connection(), new Call(7, 1, 0, get, true), clock.nanoTime());
        assertEquals(2, client.sent().size());
        assertEquals(List.of(), events);
        assertEquals(new CallCounts(1, 0, 0, 0), handler.counts());
    }

    @Test
    void allElseGoesToTheEngine() {
        OnMap put = on(Verb.PUT, key(3));
        call(7, put);
        assertEquals(List.of(new Event.Call(7, 1, 3, put)), events);
        assertTrue(load.isRecent(clock.nanoTime()));
        handler.answer(new Command.Answer(7, 1, new Done(List.of())));
        assertAnswered(new Done(List.of()));
    }

    /** Members that join are no load. */
    @Test
    void loadCountsMembersOnly() {
        OnMap increment = on(NUMBERS, Verb.INCREMENT, MAP, Bytes.ofNumber(1), Bytes.EMPTY);
        call(7, increment);
        assertEquals(1, events.size());
        assertFalse(load.isRecent(clock.nanoTime()));
        call(7, on(NUMBERS, Verb.GET, MAP, Bytes.EMPTY, Bytes.EMPTY));
        assertEquals(2, events.size());
        for (OnMap other : List.of(
                on(NUMBERS, Verb.INCREMENT, MAP, Bytes.ofNumber(2), Bytes.EMPTY),
                on(NUMBERS, Verb.PUT, MAP, Bytes.ofNumber(1), Bytes.EMPTY))) {
            call(7, other);
            assertAnswered(new Refused("the map godwit.members is the members' own"));
        }
        assertEquals(2, events.size());
        assertEquals(new CallCounts(0, 0, 2, 0), handler.counts());
    }

    @Test
    void fullDiskRefusesWrites() {
        full = new FullMembers(MemberSet.of(2), MemberSet.of());
        OnMap put = on(Verb.PUT, key(0));
        call(7, put);
        assertAnswered(new Refused("the disk of member 2 is nearly full"));
        call(7, on(Verb.GET, key(0)));
        // Member 2 leads this one; it will say so itself.
        call(7, on(Verb.PUT, key(1)));
        full = new FullMembers(MemberSet.of(3), MemberSet.of(3));
        call(7, put);
        assertEquals(3, events.size());
        full = new FullMembers(MemberSet.of(1, 2), MemberSet.of());
        hold(0, Log.of(List.of(write(put, 1))));
        call(7, put);
        assertEquals(4, events.size(), "it is in the log already");
        call(8, put);
        assertEquals(List.of(new Answer(8, 1, new Refused("the disk of member 1 is nearly full"))), client.sent());
    }

    @Test
    void fullHeapRefusesWritesThatAddData() {
        full = new FullMembers(MemberSet.of(), MemberSet.of(2));
        for (Verb verb : List.of(Verb.PUT, Verb.PUT_IF_ABSENT, Verb.INCREMENT, Verb.APPEND, Verb.ADD)) {
            call(7, on(verb, key(0)));
            assertAnswered(new Refused("the heap of member 2 is nearly full"));
        }
        assertEquals(List.of(), events);
        call(7, on(Verb.REMOVE, key(0)));
        call(7, on(Verb.GET, key(0)));
        assertEquals(2, events.size());
        full = new FullMembers(MemberSet.of(1), MemberSet.of(2));
        call(8, on(Verb.REMOVE, key(0)));
        assertEquals(List.of(new Answer(8, 1, new Refused("the disk of member 1 is nearly full"))), client.sent());
    }

    @Test
    void fullHeapGivesNumbersToNewMembers() {
        int partition = IntStream.range(0, PARTITIONS)
                .filter(p -> Maps.all(1).partition(NUMBERS, MAP, PARTITIONS) == p)
                .findFirst()
                .orElseThrow();
        full = new FullMembers(
                MemberSet.of(),
                state.data().replica(partition).configuration().participants().with(1));
        call(7, on(NUMBERS, Verb.INCREMENT, MAP, Bytes.ofNumber(1), Bytes.EMPTY));
        assertEquals(1, events.size());
    }

    private void assertAllowed(boolean allowed, long session, OnMap operation) {
        events.clear();
        RecordedConnection other = new RecordedConnection(PARTITIONS);
        handler.received(other.connection(), new Call(session, 1, 0, operation, false), clock.nanoTime());
        assertEquals(allowed, other.connection().isOpen());
        assertEquals(allowed ? 1 : 0, events.size());
    }

    @Test
    void unexpectedClientFrameClosesConnection() {
        Bytes longest = Bytes.owning(new byte[MOST]);
        Bytes longer = Bytes.owning(new byte[MOST + 1]);
        assertAllowed(true, 1, on(Bytes.owning(new byte[256]), Verb.PUT, longest, longest, longest));
        assertAllowed(false, Sessions.OWN, on(Verb.PUT, MAP));
        assertAllowed(false, 1, on(Verb.EXPIRE_SESSIONS, Bytes.EMPTY));
        assertAllowed(false, 1, on(Verb.SIZE, Bytes.EMPTY));
        assertAllowed(false, 1, on(Verb.CLEAR, Bytes.EMPTY));
        assertAllowed(false, 1, on(Bytes.owning(new byte[257]), Verb.PUT, MAP, MAP, MAP));
        assertAllowed(false, 1, on(MAP, Verb.PUT, longer, MAP, MAP));
        assertAllowed(false, 1, on(MAP, Verb.PUT, MAP, longer, MAP));
        assertAllowed(false, 1, on(MAP, Verb.REPLACE, MAP, MAP, longer));
        handler.received(client.connection(), new Frame.KeepAlive(), clock.nanoTime());
        assertFalse(client.connection().isOpen());
    }

    private Table table(long known) {
        handler.received(client.connection(), new TableRequest(known), clock.nanoTime());
        List<Frame> sent = client.sent();
        assertEquals(1, sent.size());
        return (Table) sent.get(0);
    }

    @Test
    void tableSaysWhoLeadsWhat() {
        Table first = table(0);
        assertEquals(PARTITIONS, first.routes().size());
        for (int p = 0; p < PARTITIONS; p++) {
            Entry entry = state.control().committed().get(p);
            assertEquals(
                    new Route(p, entry.version(), 1 + p % 3), first.routes().get(p));
        }
        assertEquals(PEERS, first.peers());
        assertNotEquals(0, first.stamp());
        assertEquals(new Table(first.stamp(), List.of(), PEERS), table(first.stamp()));
        assertEquals(first, table(first.stamp() + 1));
    }

    /** Partitions of which nothing is decided are left out. */
    @Test
    void tableFollowsWhatIsDecided() {
        table(0);
        Entry next = new Entry(new Version(1, 9), new Version(0, 1), Configuration.settled(3, 2));
        state = new QuorumState(
                state.setup(),
                state.control()
                        .withCommitted(state.control().committed().with(4, next).with(5, Entry.NONE)),
                state.data(),
                state.local(),
                state.master());
        List<Route> routes = table(0).routes();
        assertEquals(PARTITIONS - 1, routes.size());
        assertEquals(new Route(4, new Version(1, 9), 3), routes.get(4));
        assertEquals(6, routes.get(5).partition());
    }

    /** More than a connection takes at once. */
    @Test
    void restsOfAnswersAreSentUntilTheClientIsGone() {
        Found large = new Found(Collections.nCopies(100, Bytes.owning(new byte[1 << 20])));
        call(7, on(Verb.GET, key(0)));
        handler.answer(new Command.Answer(7, 1, large));
        int before = client.sent().size();
        assertTrue(before < 100);
        handler.maintain();
        assertEquals(100 - before, client.sent().size());
        call(7, on(Verb.GET, key(0)));
        handler.answer(new Command.Answer(7, 1, large));
        client.sent();
        handler.closed(client.connection());
        handler.maintain();
        assertEquals(List.of(), client.sent());
    }

    /** The end of one client's connection, and news of one partition, are no matter of others. */
    @Test
    void otherCallsStayPending() {
        RecordedConnection other = new RecordedConnection(PARTITIONS);
        call(7, on(Verb.PUT, key(3)));
        handler.received(other.connection(), new Call(8, 1, 0, on(Verb.PUT, key(6)), false), clock.nanoTime());
        RecordedConnection third = new RecordedConnection(PARTITIONS);
        handler.received(third.connection(), new Call(9, 1, 0, on(Verb.PUT, key(0)), false), clock.nanoTime());
        handler.closed(other.connection());
        Entry moved = new Entry(new Version(1, 9), new Version(0, 1), Configuration.settled(2, 3));
        state = new QuorumState(
                state.setup(),
                state.control().withCommitted(state.control().committed().with(0, moved)),
                state.data()
                        .with(0, state.data().replica(0).activated(new View(moved.version(), moved.configuration()))),
                state.local(),
                state.master());
        handler.maintain();
        assertEquals(List.of(new Table(0, List.of(new Route(0, moved.version(), 2)), PEERS)), third.sent());
        handler.answer(new Command.Answer(7, 1, new Done(List.of())));
        handler.answer(new Command.Answer(8, 1, new Done(List.of())));
        handler.answer(new Command.Answer(9, 1, new Done(List.of())));
        assertAnswered(new Done(List.of()));
        assertEquals(List.of(), other.sent());
        assertEquals(1, third.sent().size());
    }
}
