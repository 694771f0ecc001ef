package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.ManualEnvironment;
import io.godwit.protocol.Command;
import io.godwit.protocol.Command.Basis;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import io.godwit.transport.connection.RecordedConnection;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.PartitionsAnswer;
import io.godwit.transport.frame.Frame.PartitionsCall;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Frame.Table;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.PartitionSet;
import io.godwit.transport.frame.Peer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of requests for many partitions, at a member that leads every third one. */
class PartitionRequestsTest {
    private static final int PARTITIONS = 6_000;
    private static final int PART_MILLIS = 100;
    private static final List<Peer> PEERS = List.of(new Peer(2, Bytes.owning(new byte[16]), "h", 5_701));
    private static final Bytes MAP = Bytes.of((byte) 'm');

    // The founders hold the partitions in turn: member 1 is primary of 0, 3, 6, ..., and member 2 its backup.
    private QuorumState state = new QuorumProtocol().found(1, new Setup(MemberSet.of(1, 2, 3), PARTITIONS, 2, 10));
    private FullMembers full = FullMembers.NONE;
    private final ManualEnvironment clock = new ManualEnvironment(1, 0);
    private final Deque<Integer> called = new ArrayDeque<>();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final RecordedConnection client = new RecordedConnection(PARTITIONS);
    private final ClientRequestHandler handler = new ClientRequestHandler(
            clock,
            Maps.all(1),
            MapSettings.NONE,
            new TestMember(),
            new LoadMonitor(),
            MapCounts.NONE,
            (p, call) -> {},
            limit -> {});

    /** The engine notes reads; it says at once if another member leads the partition. */
    private final class TestMember implements ClientRequestHandler.Member {
        @Override
        public QuorumState state() {
            return state;
        }

        @Override
        public void take(Event event) {
            Event.Call call = (Event.Call) event;
            int p = call.partition();
            Replica replica = state.data().replica(p);
            if (!state.data().isPrimary(p)) {
                handler.answer(new Command.Answer(call.client(), call.call(), new NotHere(2)));
                return;
            }
            called.add(p);
            ForRead read = new ForRead(call.call(), call.operation(), replica.log(), MemberSet.of());
            with(p, replica.withPrimaryState(replica.primaryState().waiting(call.client(), read)));
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
            tasks.add(task);
        }
    }

    private void with(int partition, Replica replica) {
        state = new QuorumState(
                state.setup(), state.control(), state.data().with(partition, replica), state.local(), state.master());
    }

    private static PartitionSet led(int from, int to) {
        BitSet led = new BitSet();
        for (int p = from + (3 - from % 3) % 3; p < to; p += 3) {
            led.set(p);
        }
        return PartitionSet.of(led);
    }

    private static PartitionSet set(int... partitions) {
        BitSet bits = new BitSet();
        for (int p : partitions) {
            bits.set(p);
        }
        return PartitionSet.of(bits);
    }

    private void ask(Verb verb, PartitionSet partitions) {
        ask(1, verb, partitions);
    }

    private void ask(long number, Verb verb, PartitionSet partitions) {
        ask(client, 7, number, verb, partitions);
    }

    private void ask(RecordedConnection from, long session, long number, Verb verb, PartitionSet partitions) {
        handler.received(
                from.connection(), new PartitionsCall(session, number, verb, MAP, partitions, false), clock.nanoTime());
    }

    /** Another client reads the size. */
    private void askToo(RecordedConnection from, long session, PartitionSet partitions) {
        ask(from, session, 1, Verb.SIZE, partitions);
    }

    /** The engine answers a call. */
    private void answer(int partition, long count) {
        answer(7, partition, count);
    }

    private void answer(long session, int partition, long count) {
        Replica replica = state.data().replica(partition);
        with(partition, replica.withPrimaryState(replica.primaryState().answered(session)));
        handler.answer(new Command.Answer(session, 1, new Done(List.of(count)), new Basis(partition, 0)));
    }

    private static PartitionsAnswer said(long count, PartitionSet done, PartitionSet left) {
        return said(7, count, done, left);
    }

    private static PartitionsAnswer said(long session, long count, PartitionSet done, PartitionSet left) {
        return new PartitionsAnswer(session, 1, count, done, left, "");
    }

    private void assertSaid(Frame... frames) {
        assertEquals(List.of(frames), client.sent());
    }

    private void pass(long millis) {
        clock.pass(millis);
        handler.maintain();
    }

    private Route route(int partition) {
        Entry entry = state.control().committed().get(partition);
        return new Route(partition, entry.version(), entry.configuration().primary());
    }

    /** The member learns that member 2 leads the partition now. */
    private void decide(int partition) {
        Entry next = new Entry(new Version(1, 9), new Version(0, 1), Configuration.settled(2, 3));
        state = new QuorumState(
                state.setup(),
                state.control().withCommitted(state.control().committed().with(partition, next)),
                state.data(),
                state.local(),
                state.master());
    }

    private void activate(int partition) {
        Entry next = state.control().committed().get(partition);
        with(partition, state.data().replica(partition).activated(new View(next.version(), next.configuration())));
    }

    @Test
    void sumOfAllPartitionsIsOneAnswer() {
        ask(Verb.SIZE, set(0, 3, 6));
        assertEquals(List.of(0, 3, 6), List.copyOf(called));
        answer(3, 10);
        answer(0, 1);
        assertSaid();
        answer(6, 5);
        assertSaid(said(16, set(0, 3, 6), PartitionSet.NONE));
        assertEquals(new CallCounts(1, 0, 0, 0), handler.counts());
        assertTrue(tasks.isEmpty());
    }

    @Test
    void partitionsOfOthersAreNamedWithTheirRoutes() {
        ask(Verb.SIZE, set(0, 1, 2));
        assertSaid();
        answer(0, 4);
        assertSaid(new Table(0, List.of(route(1), route(2)), PEERS), said(4, set(0), set(1, 2)));
        ask(Verb.SIZE, set(1));
        assertSaid(new Table(0, List.of(route(1)), PEERS), said(0, PartitionSet.NONE, set(1)));
        assertEquals(new CallCounts(1, 1, 0, 0), handler.counts());
    }

    /** Other events of the engine come in between, and it has so many calls at a time. */
    @Test
    void callsAreGivenInSlices() {
        ask(Verb.SIZE, led(0, PARTITIONS));
        assertEquals(256, called.size());
        while (!tasks.isEmpty()) {
            int before = called.size();
            tasks.remove().run();
            assertEquals(before + 256, called.size());
        }
        assertTrue(called.size() > 512 && called.size() <= 1_024, called.size() + " calls at a time");
        int most = called.size();
        int answered = 0;
        while (!called.isEmpty()) {
            answer(called.remove(), 1);
            answered++;
            if (!tasks.isEmpty()) {
                tasks.remove().run();
            }
            assertTrue(called.size() <= most);
        }
        assertEquals(2_000, answered);
        assertSaid(said(2_000, led(0, PARTITIONS), PartitionSet.NONE));
    }

    /** As those are that other members lead. */
    @Test
    void callsThatAreAnsweredAtOnceAreGivenInSlices() {
        ask(Verb.SIZE, PartitionSet.range(0, 600));
        assertEquals(86, called.size(), "one in three of 256");
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
        assertEquals(200, called.size());
    }

    @Test
    void fewerWritesAreUnderWay() {
        ask(Verb.CLEAR, led(0, PARTITIONS));
        assertEquals(256, called.size());
        assertTrue(tasks.isEmpty());
    }

    @Test
    void resultsAreSentInPartsWhenSomeAreSlow() {
        ask(Verb.SIZE, set(0, 3, 6));
        answer(3, 10);
        pass(PART_MILLIS - 1);
        assertSaid();
        pass(1);
        assertSaid(said(10, set(3), PartitionSet.NONE));
        answer(0, 1);
        answer(6, 1);
        assertSaid(said(2, set(0, 6), PartitionSet.NONE));
    }

    /** It may be without a majority: the client asks again, here or elsewhere. */
    @Test
    void partitionsThatDoNothingAreNamed() {
        ask(Verb.SIZE, led(0, PARTITIONS));
        client.sent();
        pass(PART_MILLIS);
        assertSaid(said(0, PartitionSet.NONE, led(0, PARTITIONS)));
        answer(0, 1);
        assertSaid();
        tasks.forEach(Runnable::run);
        assertEquals(256, called.size());
    }

    @Test
    void movedPartitionIsNamedOnceItIsNotLedHere() {
        ask(Verb.SIZE, set(0, 3));
        decide(3);
        answer(0, 1);
        pass(10);
        assertSaid();
        activate(3);
        pass(10);
        assertSaid(new Table(0, List.of(route(3)), PEERS), said(1, set(0), set(3)));
    }

    @Test
    void partitionThatAnotherMemberWillLeadIsNamedThen() {
        decide(3);
        ask(Verb.CLEAR, set(0, 3));
        answer(0, 1);
        pass(10);
        activate(3);
        assertSaid();
        pass(10);
        assertSaid(new Table(0, List.of(route(3)), PEERS), said(1, set(0), set(3)));
    }

    /** The engine does not say which one. */
    @Test
    void readThatIsGivenUpIsNamed() {
        ask(Verb.SIZE, set(0, 3));
        pass(10);
        Replica replica = state.data().replica(3);
        with(3, replica.withPrimaryState(replica.primaryState().answered(7)));
        handler.answer(new Command.Answer(7, 1, new NotHere(1)));
        answer(0, 1);
        assertSaid();
        pass(10);
        assertSaid(said(1, set(0), set(3)));
    }

    /** What has been done is not done again. */
    @Test
    void repeatedCallGoesOn() {
        ask(Verb.SIZE, set(0, 3, 6));
        answer(0, 1);
        called.clear();
        ask(Verb.SIZE, set(0, 3, 9));
        assertEquals(List.of(9), List.copyOf(called));
        answer(6, 100);
        answer(3, 2);
        answer(9, 4);
        assertSaid(said(7, set(0, 3, 9), PartitionSet.NONE));
    }

    /** The client has the results of others already. */
    @Test
    void resultsThatTheClientDoesNotWantAreDropped() {
        ask(Verb.SIZE, set(0, 3));
        answer(0, 1);
        ask(Verb.SIZE, set(3));
        answer(3, 2);
        assertSaid(said(2, set(3), PartitionSet.NONE));
    }

    /** The read that is under way may have read a partition before a write that the later read must see. */
    @Test
    void readsThatComeMeanwhileShareTheNextRead() {
        ask(Verb.SIZE, set(0, 3));
        answer(0, 1);
        called.clear();
        RecordedConnection second = new RecordedConnection(PARTITIONS);
        RecordedConnection third = new RecordedConnection(PARTITIONS);
        askToo(second, 8, set(0, 3));
        askToo(third, 9, set(0, 3));
        assertTrue(called.isEmpty());
        answer(3, 1);
        assertSaid(said(2, set(0, 3), PartitionSet.NONE));
        assertEquals(List.of(0, 3), List.copyOf(called));
        assertEquals(List.of(), second.sent());
        answer(8, 0, 2);
        answer(8, 3, 1);
        assertEquals(List.of(said(8, 3, set(0, 3), PartitionSet.NONE)), second.sent());
        assertEquals(List.of(said(9, 3, set(0, 3), PartitionSet.NONE)), third.sent());
        assertEquals(new CallCounts(3, 0, 0, 0), handler.counts());
        called.clear();
        ask(2, Verb.SIZE, set(0, 3));
        assertEquals(List.of(0, 3), List.copyOf(called), "nothing is under way");
    }

    @Test
    void readOfOtherPartitionsAndWritesDoNotWait() {
        ask(Verb.SIZE, set(0, 3));
        called.clear();
        askToo(client, 8, set(0));
        ask(client, 9, 1, Verb.CLEAR, set(0, 3));
        ask(client, 10, 1, Verb.CLEAR, set(0, 3));
        assertEquals(List.of(0, 0, 3, 0, 3), List.copyOf(called));
    }

    /** Some partition may be without a majority. */
    @Test
    void readWaitsNoLongerThanUntilAPartOfTheResultsIsDue() {
        ask(Verb.SIZE, set(0, 3));
        pass(PART_MILLIS / 2);
        answer(0, 1);
        RecordedConnection second = new RecordedConnection(PARTITIONS);
        askToo(second, 8, set(0, 3));
        called.clear();
        pass(PART_MILLIS / 2);
        assertSaid(said(1, set(0), PartitionSet.NONE));
        pass(PART_MILLIS / 2);
        assertEquals(List.of(0, 3), List.copyOf(called));
        RecordedConnection third = new RecordedConnection(PARTITIONS);
        askToo(third, 9, set(0, 3));
        called.clear();
        answer(3, 1);
        assertTrue(called.isEmpty(), "the later read is under way");
        answer(8, 0, 1);
        answer(8, 3, 1);
        assertEquals(List.of(0, 3), List.copyOf(called));
    }

    @Test
    void repeatedReadKeepsItsPlaceUnlessItIsForFewerPartitions() {
        ask(Verb.SIZE, set(0, 3));
        RecordedConnection second = new RecordedConnection(PARTITIONS);
        askToo(second, 8, set(0, 3));
        askToo(second, 9, set(0, 3));
        askToo(second, 10, set(0, 3));
        called.clear();
        RecordedConnection again = new RecordedConnection(PARTITIONS);
        askToo(again, 9, set(0, 3));
        assertTrue(called.isEmpty());
        askToo(again, 8, set(3));
        assertEquals(List.of(3), List.copyOf(called));
        answer(8, 3, 5);
        assertEquals(List.of(said(8, 5, set(3), PartitionSet.NONE)), again.sent());
        called.clear();
        answer(0, 1);
        answer(3, 1);
        answer(9, 0, 1);
        answer(9, 3, 2);
        assertEquals(List.of(0, 3), List.copyOf(called));
        assertEquals(List.of(said(9, 3, set(0, 3), PartitionSet.NONE)), again.sent());
        assertEquals(List.of(said(10, 3, set(0, 3), PartitionSet.NONE)), second.sent());
    }

    /** The calls that were made under the session of the first one are made again: the engine may have dropped them. */
    @Test
    void othersGoOnWithoutTheFirst() {
        ask(client, 6, 1, Verb.SIZE, set(0, 3, 6));
        RecordedConnection second = new RecordedConnection(PARTITIONS);
        RecordedConnection third = new RecordedConnection(PARTITIONS);
        ask(Verb.SIZE, set(0, 3, 6));
        askToo(second, 8, set(0, 3, 6));
        askToo(third, 9, set(0, 3, 6));
        answer(6, 0, 1);
        answer(6, 3, 1);
        answer(6, 6, 1);
        answer(0, 1);
        pass(PART_MILLIS);
        answer(3, 1);
        called.clear();
        client.sent();
        handler.closed(client.connection());
        tasks.forEach(Runnable::run);
        assertEquals(List.of(3, 6), List.copyOf(called), "the result of 0 was sent");
        answer(8, 3, 1);
        handler.closed(second.connection());
        tasks.forEach(Runnable::run);
        answer(9, 3, 1);
        answer(9, 6, 1);
        assertSaid();
        assertEquals(
                List.of(said(9, 1, set(0), PartitionSet.NONE), said(9, 2, set(3, 6), PartitionSet.NONE)), third.sent());
    }

    @Test
    void readsThatWaitGoOnWhenTheOneUnderWayIsGivenUp() {
        ask(Verb.SIZE, set(0));
        RecordedConnection second = new RecordedConnection(PARTITIONS);
        askToo(second, 8, set(0));
        askToo(second, 9, set(0));
        called.clear();
        handler.closed(client.connection());
        assertEquals(List.of(0), List.copyOf(called));
        answer(8, 0, 4);
        assertEquals(
                List.of(said(8, 4, set(0), PartitionSet.NONE), said(9, 4, set(0), PartitionSet.NONE)), second.sent());
    }

    @Test
    void readThatWasRepeatedForFewerPartitionsIsRepeatedForAll() {
        ask(Verb.SIZE, set(0, 3));
        ask(Verb.SIZE, set(3));
        called.clear();
        ask(Verb.SIZE, set(0, 3));
        assertEquals(List.of(0), List.copyOf(called));
    }

    @Test
    void othersThatWaitAreGivenUpOrAskForFewerPartitions() {
        ask(Verb.SIZE, set(0, 3));
        RecordedConnection second = new RecordedConnection(PARTITIONS);
        RecordedConnection third = new RecordedConnection(PARTITIONS);
        RecordedConnection fourth = new RecordedConnection(PARTITIONS);
        askToo(second, 8, set(0, 3));
        askToo(third, 9, set(0, 3));
        askToo(fourth, 10, set(0, 3));
        handler.closed(third.connection());
        called.clear();
        askToo(fourth, 10, set(3));
        assertEquals(List.of(3), List.copyOf(called));
        answer(10, 3, 7);
        assertEquals(List.of(said(10, 7, set(3), PartitionSet.NONE)), fourth.sent());
        answer(0, 1);
        answer(3, 1);
        answer(8, 0, 2);
        answer(8, 3, 2);
        assertEquals(List.of(said(8, 4, set(0, 3), PartitionSet.NONE)), second.sent());
        assertEquals(List.of(), third.sent());
        assertEquals(List.of(), fourth.sent());
    }

    @Test
    void laterRequestTakesThePlaceOfTheFormerOne() {
        ask(Verb.SIZE, set(0, 3));
        // Nobody waits for the answer to an older number.
        ask(2, Verb.SIZE, set(6));
        handler.answer(new Command.Answer(7, 1, new Done(List.of(1L)), new Basis(6, 0)));
        assertSaid();
    }

    @Test
    void closedClientGetsNothing() {
        ask(Verb.SIZE, set(0));
        handler.closed(client.connection());
        answer(0, 1);
        pass(PART_MILLIS);
        assertSaid();
    }

    @Test
    void fullDiskRefusesClear() {
        full = new FullMembers(MemberSet.of(2), MemberSet.of());
        ask(Verb.SIZE, set(0));
        answer(0, 1);
        client.sent();
        ask(Verb.CLEAR, set(0));
        PartitionsAnswer refusal = new PartitionsAnswer(
                7, 1, 0, PartitionSet.NONE, PartitionSet.NONE, "the disk of member 2 is nearly full");
        assertSaid(refusal);
        assertEquals(new CallCounts(1, 0, 1, 0), handler.counts());
    }

    @Test
    void partitionsOfOtherMapsAreRefused() {
        Maps maps = Maps.of(1, Map.of("a", 0));
        ClientRequestHandler ranged = new ClientRequestHandler(
                clock,
                maps,
                MapSettings.NONE,
                new TestMember(),
                new LoadMonitor(),
                MapCounts.NONE,
                (p, call) -> {},
                limit -> {});
        state = new QuorumProtocol().found(1, new Setup(MemberSet.of(1, 2, 3), 14, maps.copies(7), 10));
        ranged.received(
                client.connection(),
                new PartitionsCall(7, 1, Verb.CLEAR, MAP, PartitionSet.range(0, 8), false),
                clock.nanoTime());
        assertSaid(new PartitionsAnswer(
                7, 1, 0, PartitionSet.NONE, PartitionSet.NONE, "partition 7 has no keys of the map"));
        assertTrue(called.isEmpty());
    }

    @Test
    void relaxedSizeIsAnsweredAtOnceFromAllCopies() {
        PartitionsCall relaxed = new PartitionsCall(7, 1, Verb.SIZE, MAP, PartitionSet.range(0, 3), true);
        assertTrue(handler.answersAtOnce(client.connection(), relaxed));
        assertSaid(new Table(0, List.of(route(1)), PEERS), said(0, set(0, 2), set(1)));
        assertTrue(called.isEmpty());
        PartitionsCall clear = new PartitionsCall(7, 1, Verb.CLEAR, MAP, PartitionSet.range(0, 3), true);
        assertFalse(handler.answersAtOnce(client.connection(), clear));
    }

    @Test
    void sessionOfTheMembersAndLongNamesCloseTheConnection() {
        handler.received(
                client.connection(), new PartitionsCall(0, 1, Verb.SIZE, MAP, set(0), false), clock.nanoTime());
        assertFalse(client.connection().isOpen());
        RecordedConnection other = new RecordedConnection(PARTITIONS);
        Bytes longer = Bytes.owning(new byte[257]);
        handler.received(
                other.connection(), new PartitionsCall(7, 1, Verb.SIZE, longer, set(0), false), clock.nanoTime());
        assertFalse(other.connection().isOpen());
        assertEquals(new ArrayList<>(), new ArrayList<>(called));
    }

    @Test
    void callOfAKeyIsAnsweredAsBefore() {
        OnMap get = new OnMap(Verb.GET, MAP, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY);
        ask(Verb.SIZE, set(0));
        assertEquals(1, called.size());
        handler.received(client.connection(), new Frame.Call(8, 1, 0, get, false), clock.nanoTime());
        handler.answer(new Command.Answer(8, 1, new Done(List.of(5L))));
        assertSaid(new Frame.Answer(8, 1, new Done(List.of(5L))));
    }
}
