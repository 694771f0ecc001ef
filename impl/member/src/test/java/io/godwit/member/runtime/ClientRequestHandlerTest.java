package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.environment.threads.SystemClock;
import io.godwit.protocol.Command.Answer;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.Changes;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Forgotten;
import io.godwit.protocol.map.Result.Refused;
import io.godwit.protocol.map.StreamPosition;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.connection.RecordedConnection;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.AnswerBatch;
import io.godwit.transport.frame.Frame.Call;
import io.godwit.transport.frame.Frame.CallBatch;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Frame.Table;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.StreamCalls;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A client that waits at a member that does not lead the partition any more is redirected, once. */
class ClientRequestHandlerTest {
    private static final int PARTITIONS = 7;
    private static final List<Peer> PEERS = List.of(new Peer(2, Bytes.owning(new byte[16]), "127.0.0.1", 5_701));

    // The founders hold the partitions in turn: member 1 is primary of 0, 3 and 6, and member 2 its backup.
    private QuorumState state = new QuorumProtocol().found(1, new Setup(MemberSet.of(1, 2, 3), PARTITIONS, 2, 10));
    private final ClientRequestHandler handler = new ClientRequestHandler(
            new SystemClock(),
            Maps.all(1),
            MapSettings.NONE,
            new TestMember(),
            new LoadMonitor(),
            MapCounts.NONE,
            (p, call) -> {},
            limit -> {});
    private final RecordedConnection client = new RecordedConnection(PARTITIONS);
    private int hurries;

    private final class TestMember implements ClientRequestHandler.Member {
        @Override
        public QuorumState state() {
            return state;
        }

        @Override
        public void take(Event event) {
            // No call is answered.
        }

        @Override
        public List<Peer> known() {
            return PEERS;
        }

        @Override
        public FullMembers full() {
            return FullMembers.NONE;
        }

        @Override
        public void hurry() {
            hurries++;
        }

        @Override
        public void later(Runnable task) {
            throw new AssertionError("no call for many partitions");
        }
    }

    private void call(RecordedConnection from, long session, int partition) {
        call(from, session, 1, partition);
    }

    private void call(RecordedConnection from, long session, long number, int partition) {
        Bytes map = Bytes.owning(new byte[] {1});
        Bytes key = IntStream.range(0, 1_000)
                .mapToObj(Bytes::ofNumber)
                .filter(it -> Maps.all(1).partition(map, it, PARTITIONS) == partition)
                .findFirst()
                .orElseThrow();
        OnMap remove = new OnMap(Verb.REMOVE, map, key, Bytes.EMPTY, Bytes.EMPTY);
        handler.received(from.connection(), new Call(session, number, partition, remove, false), 0);
    }

    private List<Frame> said(RecordedConnection to) {
        handler.maintain();
        return to.sent();
    }

    private static List<Frame> route(Entry entry, int partition) {
        Route route =
                new Route(partition, entry.version(), entry.configuration().primary());
        return List.of(new Table(0, List.of(route), PEERS));
    }

    /** The member learns that member 2 leads the partition now. */
    private Entry decide(int partition) {
        ControlState control = state.control();
        Entry before = control.committed().get(partition);
        Entry next = new Entry(
                new Version(before.term(), before.number() + 1), before.version(), Configuration.settled(2, 3));
        state = new QuorumState(
                state.setup(),
                control.withCommitted(control.committed().with(partition, next)),
                state.data(),
                state.local(),
                state.master());
        return next;
    }

    /** And takes no part any more. */
    private void activate(int partition, Entry entry) {
        DataState data = state.data();
        state = new QuorumState(
                state.setup(),
                state.control(),
                data.with(partition, data.replica(partition).activated(entry.view())),
                state.local(),
                state.master());
    }

    @Test
    void waitingClientIsRedirectedOnceAnotherMemberLeads() {
        call(client, 7, 3);
        assertEquals(List.of(), said(client));
        Entry entry = decide(3);
        // As long as it leads the partition, it may still answer.
        assertEquals(List.of(), said(client));
        assertEquals(List.of(), said(client));
        activate(3, entry);
        assertEquals(route(entry, 3), said(client));
        assertEquals(List.of(), said(client));
        assertEquals(new CallCounts(0, 0, 0, 1), handler.counts());
    }

    @Test
    void laterCallIsRedirectedToo() {
        Entry entry = decide(3);
        activate(3, entry);
        assertEquals(List.of(), said(client));
        call(client, 7, 3);
        assertEquals(route(entry, 3), said(client));
        // A call that is repeated is another one.
        call(client, 7, 3);
        assertEquals(route(entry, 3), said(client));
        assertEquals(List.of(), said(client));
    }

    @Test
    void clientOfAnotherPartitionIsNotRedirected() {
        call(client, 7, 6);
        RecordedConnection other = new RecordedConnection(PARTITIONS);
        call(other, 8, 3);
        activate(3, decide(3));
        assertEquals(List.of(), said(client));
        assertEquals(1, other.sent().size());
    }

    @Test
    void answeredOrClosedClientIsNotRedirected() {
        call(client, 7, 3);
        handler.answer(new Answer(7, 1, new Done(List.of())));
        assertEquals(1, said(client).size());
        assertEquals(new CallCounts(1, 0, 0, 0), handler.counts());
        RecordedConnection other = new RecordedConnection(PARTITIONS);
        call(other, 8, 3);
        handler.closed(other.connection());
        activate(3, decide(3));
        assertEquals(List.of(), said(client));
        assertEquals(List.of(), other.sent());
    }

    /** What comes too late for one call is not the answer to the next one. */
    @Test
    void lateAnswerIsNotSentForTheNextCall() {
        call(client, 7, 1, 3);
        call(client, 7, 2, 6);
        handler.answer(new Answer(7, 1, new Done(List.of(1L))));
        assertEquals(List.of(), said(client));
        assertEquals(CallCounts.NONE, handler.counts());
        handler.answer(new Answer(7, 2, new Done(List.of(2L))));
        assertEquals(List.of(new Frame.Answer(7, 2, new Done(List.of(2L)))), said(client));
    }

    /** Each call comes to an end once, also if its client was told not to wait for it. */
    @Test
    void redirectedCallThatIsAnsweredCountsOnceAsAnswered() {
        call(client, 7, 3);
        activate(3, decide(3));
        assertEquals(1, said(client).size());
        handler.answer(new Answer(7, 1, new Done(List.of())));
        assertEquals(1, said(client).size());
        assertEquals(new CallCounts(1, 0, 0, 1), handler.counts());
    }

    @Test
    void readerIsRefusedAPartitionOfOtherMapsAndAPositionThatIsNone() {
        ClientRequestHandler two = new ClientRequestHandler(
                new SystemClock(),
                Maps.of(1, Map.of("x", 0)),
                MapSettings.NONE,
                new TestMember(),
                new LoadMonitor(),
                MapCounts.NONE,
                (p, call) -> {},
                limit -> {});
        Bytes x = Bytes.of((byte) 'x');
        OnMap read = StreamCalls.readChanges(x, StreamPosition.START, 9);
        two.received(client.connection(), new Call(7, 1, 3, read, false), 0);
        Frame other = new Frame.Answer(7, 1, new Refused("partition 3 has no keys of the map"));
        assertEquals(List.of(other), client.sent());
        OnMap none = new OnMap(Verb.READ_CHANGES, x, Bytes.EMPTY, x, Bytes.EMPTY);
        two.received(client.connection(), new Call(7, 2, 3, none, false), 0);
        Frame noPosition = new Frame.Answer(7, 2, new Refused("a position of 1 bytes"));
        assertEquals(List.of(noPosition), client.sent());
        two.received(client.connection(), new Call(7, 3, 3, read, true), 0);
        assertEquals(List.of(), client.sent());
    }

    /** Reading a stream is no call with a key. */
    @Test
    void onlyCallsWithAKeyHaveLatencies() {
        OnMap read = StreamCalls.readChanges(bytes("m"), StreamPosition.START, 9);
        handler.received(client.connection(), new Call(7, 1, 0, read, false), 0);
        handler.answer(new Answer(7, 1, new Changes(List.of(), StreamPosition.START, false)));
        handler.received(client.connection(), new Call(7, 2, 0, read, false), 0);
        handler.answer(new Answer(7, 2, new Forgotten()));
        assertEquals(2, client.sent().size());
        assertEquals(0, handler.latencies().calls());
        call(client, 7, 3, 0);
        handler.answer(new Answer(7, 3, new Done(List.of())));
        assertEquals(1, handler.latencies().calls());
    }

    /** One frame comes in, and one goes out: what each call gets is what it would get by itself. */
    @Test
    void callsOfAFrameAreAnsweredTogether() {
        OnMap refused = new OnMap(Verb.PUT, bytes("godwit.members"), Bytes.EMPTY, Bytes.ofNumber(1), Bytes.EMPTY);
        OnMap taken = new OnMap(Verb.PUT, bytes("m"), Bytes.EMPTY, Bytes.ofNumber(1), Bytes.EMPTY);
        handler.received(
                client.connection(),
                new CallBatch(List.of(
                        new Call(1, 5, 0, taken, false),
                        new Call(2, 6, 0, refused, false),
                        new Call(3, 7, 0, taken, false))),
                0);
        handler.answer(new Answer(3, 7, new Done(List.of(3L))));
        handler.answer(new Answer(1, 5, new Done(List.of(1L))));
        assertEquals(List.of(), client.sent());
        assertEquals(3, hurries, "a refusal waits as well");
        handler.flush();
        AnswerBatch answers = (AnswerBatch) client.sent().get(0);
        assertEquals(
                List.of(2L, 3L, 1L),
                answers.answers().stream().map(Frame.Answer::client).toList());
        assertEquals(new Done(List.of(1L)), answers.answers().get(2).result());
        assertEquals(new CallCounts(2, 0, 1, 0), handler.counts());
    }

    @Test
    void noCallOfAFrameWithOneThatIsNotAllowedIsMade() {
        OnMap expire = new OnMap(Verb.EXPIRE_SESSIONS, bytes("m"), Bytes.EMPTY, Bytes.ofNumber(1), Bytes.EMPTY);
        OnMap put = new OnMap(Verb.PUT, bytes("m"), Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY);
        handler.received(
                client.connection(),
                new CallBatch(List.of(new Call(1, 5, 0, put, false), new Call(2, 6, 0, expire, false))),
                0);
        handler.answer(new Answer(1, 5, new Done(List.of(1L))));
        handler.flush();
        assertEquals(List.of(), client.sent());
    }

    private static Bytes bytes(String text) {
        return Bytes.owning(text.getBytes(StandardCharsets.UTF_8));
    }
}
