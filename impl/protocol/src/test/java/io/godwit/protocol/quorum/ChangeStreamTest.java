package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.ControlFixture.without;
import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.ABC;
import static io.godwit.protocol.quorum.data.DataFixture.B;
import static io.godwit.protocol.quorum.data.DataFixture.C;
import static io.godwit.protocol.quorum.data.DataFixture.CALL;
import static io.godwit.protocol.quorum.data.DataFixture.CLIENT;
import static io.godwit.protocol.quorum.data.DataFixture.P;
import static io.godwit.protocol.quorum.data.DataFixture.V1;
import static io.godwit.protocol.quorum.data.DataFixture.V2;
import static io.godwit.protocol.quorum.data.DataFixture.V3;
import static io.godwit.protocol.quorum.data.DataFixture.assertAccepts;
import static io.godwit.protocol.quorum.data.DataFixture.assertRefuses;
import static io.godwit.protocol.quorum.data.DataFixture.lagging;
import static io.godwit.protocol.quorum.data.DataFixture.leading;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static io.godwit.protocol.quorum.data.DataFixture.member;
import static io.godwit.protocol.quorum.data.DataFixture.replica;
import static io.godwit.protocol.quorum.data.DataFixture.view;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command.Answer;
import io.godwit.protocol.Command.Basis;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.BytesMap;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Operation.Increment;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.ReadChanges;
import io.godwit.protocol.map.Operation.Scan;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Changes;
import io.godwit.protocol.map.Result.Forgotten;
import io.godwit.protocol.map.Result.Scanned;
import io.godwit.protocol.map.Result.Written;
import io.godwit.protocol.map.StreamPosition;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ChangeStreamTest {
    private static final long MANY = 1 << 20;
    private static final Bytes MAP = text("m");

    private static Bytes text(String text) {
        return Bytes.of(text.getBytes(UTF_8));
    }

    private static StreamPosition at(int index, Version taken, Version shown) {
        return new StreamPosition(index, taken.toLong(), shown.toLong());
    }

    private static Call call(Operation operation) {
        return new Call(CLIENT, CALL, P, operation);
    }

    private static Call after(StreamPosition position) {
        return call(new ReadChanges(Bytes.EMPTY, position, MANY));
    }

    private static Step<DataState> read(Quorum quorum, DataState state, Call call) {
        return take(state, s -> quorum.changes().readChanges(s, call));
    }

    private static Result result(DataState state, StreamPosition position) {
        Step<DataState> step = read(ALL, state, after(position));
        assertEquals(state, step.state());
        return ((Answer) step.commands().get(0)).result();
    }

    private static Written add(int i) {
        return new Written(i, new Increment(5, i));
    }

    @Test
    void primaryShowsWhatAllThatItWaitsForHold() {
        DataState primary = member(A, leading(lagging(), log(V1, 3)));
        Changes shown = new Changes(List.of(add(1), add(2)), at(2, V1, V2), false);
        assertAccepts(
                primary,
                List.of(new Answer(CLIENT, CALL, shown, new Basis(P, 2))),
                read(ALL, primary, after(StreamPosition.START)));
        DataState waiting = member(A, leading(lagging(), log(V1, 3), C));
        assertEquals(new Changes(List.of(add(1)), at(1, V1, V2), false), result(waiting, StreamPosition.START));
        assertEquals(
                List.of(add(1), add(2), add(3)),
                ((Changes) ((Answer) read(without(QuorumRule.SHOWS_HELD), primary, after(StreamPosition.START))
                                        .commands()
                                        .get(0))
                                .result())
                        .writes());
    }

    @Test
    void readerGoesOnBehindItsPosition() {
        DataState primary = member(A, leading(lagging(), log(V1, 3)));
        assertEquals(new Changes(List.of(add(2)), at(2, V1, V2), false), result(primary, at(1, V1, V1)));
        assertEquals(new Changes(List.of(), at(2, V1, V1), false), result(primary, at(2, V1, V1)));
        assertEquals(new Changes(List.of(), at(3, V1, V1), false), result(primary, at(3, V1, V1)));
    }

    @Test
    void nothingIsShownBeforeAllHaveAcknowledgedTheVersion() {
        DataState primary = member(A, replica(view(V2, ABC), log(V1, 3)));
        assertEquals(new Changes(List.of(), StreamPosition.START, false), result(primary, StreamPosition.START));
    }

    @Test
    void answerIsBoundedAndHasOneWriteAtLeast() {
        DataState primary = member(A, leading(lagging(), log(V1, 3)));
        for (long bytes : new long[] {1, 256, 511}) {
            Call call = call(new ReadChanges(Bytes.EMPTY, StreamPosition.START, bytes));
            Changes shown = new Changes(List.of(add(1)), at(1, V1, V2), true);
            assertEquals(
                    List.of(new Answer(CLIENT, CALL, shown, new Basis(P, 1))),
                    read(ALL, primary, call).commands());
        }
        Call two = call(new ReadChanges(Bytes.EMPTY, StreamPosition.START, 512));
        assertEquals(
                2,
                ((Changes) ((Answer) read(ALL, primary, two).commands().get(0)).result())
                        .writes()
                        .size());
    }

    @Test
    void forgottenPositionIsTold() {
        DataState primary = member(A, leading(lagging(), log(V1, 3).keeping(2)));
        assertEquals(new Forgotten(), result(primary, StreamPosition.START));
        assertEquals(new Forgotten(), result(primary, at(1, V1, V1)));
        assertEquals(new Changes(List.of(), at(2, V1, V1), false), result(primary, at(2, V1, V1)));
    }

    @Test
    void otherWriteInTheSamePlaceIsTold() {
        DataState primary = member(A, leading(lagging(), log(V2, 3)));
        assertEquals(new Forgotten(), result(primary, at(2, V1, V1)));
        assertEquals(new Forgotten(), result(primary, at(4, V1, V1)), "the log is shorter");
        Changes shown =
                (Changes) ((Answer) read(without(QuorumRule.POSITION_NAMES_TAKEN), primary, after(at(1, V1, V1)))
                                .commands()
                                .get(0))
                        .result();
        assertEquals(List.of(add(2)), shown.writes());
    }

    @Test
    void olderPrimaryAnswersNothing() {
        DataState primary = member(A, leading(lagging(), log(V1, 3)));
        assertRefuses(QuorumRule.REFUSES_NEWER_READER, primary, read(ALL, primary, after(at(4, V3, V3))));
        assertTrue(read(without(QuorumRule.REFUSES_NEWER_READER), primary, after(at(4, V3, V3)))
                .accepted());
    }

    @Test
    void onlyAPrimaryThatIsUpAnswers() {
        DataState backup = member(B, replica(view(V2, ABC), log(V1, 3)));
        assertRefuses(QuorumRule.IS_PRIMARY, backup, read(ALL, backup, after(StreamPosition.START)));
        DataState stopped = member(A, leading(ABC, log(V1, 3))).with(Status.DOWN);
        assertRefuses(QuorumRule.MEMBER_UP, stopped, read(ALL, stopped, after(StreamPosition.START)));
    }

    @Test
    void readerSeesTheWritesOfItsMapOnly() {
        Log log = Log.EMPTY;
        List<OnMap> writes = List.of(
                new OnMap(Verb.PUT, MAP, text("k"), text("v"), Bytes.EMPTY),
                new OnMap(Verb.PUT, text("n"), text("k"), text("w"), Bytes.EMPTY),
                new OnMap(Verb.EXPIRE_SESSIONS, MAP, Bytes.EMPTY, Bytes.ofNumber(0), Bytes.EMPTY));
        for (int i = 0; i < writes.size(); i++) {
            log = log.append(new LogEntry(V1, i, 1, writes.get(i)));
        }
        Replica leading = leading(lagging(), log);
        leading = leading.withPrimaryState(leading.primaryState().acknowledged(B, 3));
        Call call = call(new ReadChanges(MAP, StreamPosition.START, MANY));
        Changes shown = new Changes(List.of(new Written(1, writes.get(0))), at(3, V1, V2), false);
        assertEquals(
                List.of(new Answer(CLIENT, CALL, shown, new Basis(P, 3))),
                read(ALL, member(A, leading), call).commands());
    }

    @Test
    void scanSaysWhereTheLogWas() {
        Log log = Log.EMPTY;
        for (int i = 1; i <= 2; i++) {
            OnMap put = new OnMap(Verb.PUT, MAP, text("k" + i), text("v"), Bytes.EMPTY);
            log = log.append(new LogEntry(V1, i, 1, put));
        }
        Scanned all = scan(log, new Scan(MAP, null, MANY));
        assertEquals(List.of(text("k1"), text("k2")), keys(all));
        assertEquals(at(2, V1, V2), all.position());
        assertFalse(all.more());
        Scanned first = scan(log, new Scan(MAP, null, 1));
        assertEquals(List.of(text("k1")), keys(first));
        assertTrue(first.more());
        assertEquals(List.of(text("k2")), keys(scan(log, new Scan(MAP, text("k1"), MANY))));
        Scanned none = scan(log, new Scan(MAP, null, 0));
        assertEquals(List.of(), keys(none));
        assertEquals(at(2, V1, V2), none.position());
        assertEquals(
                StreamPosition.START.index(),
                scan(Log.EMPTY, new Scan(MAP, null, MANY)).position().index());
    }

    /** Keys come in their order, and as many as fit, whatever the order is in which the map has them. */
    @Test
    void pagesOfAScanHaveTheFirstKeysThatFit() {
        Log log = Log.EMPTY;
        TreeMap<Bytes, Integer> sizes = new TreeMap<>();
        for (int i = 1; i <= 60; i++) {
            Bytes key = text("k" + i * 37 % 61);
            int length = i * 53 % 200;
            OnMap put = new OnMap(Verb.PUT, MAP, key, Bytes.owning(new byte[length]), Bytes.EMPTY);
            log = log.append(new LogEntry(V1, i, 1, put));
            sizes.put(key, 2 * 64 + key.length() + length);
        }
        for (long most : new long[] {0, 1, 330, 331, 332, 1_000, 5_000, MANY}) {
            for (Bytes after : List.of(text(""), text("k2"), sizes.firstKey(), text("k5x"), sizes.lastKey())) {
                List<Bytes> fit = new ArrayList<>();
                long bytes = 0;
                for (Bytes key : sizes.tailMap(after, false).keySet()) {
                    bytes += sizes.get(key);
                    if (bytes > most && (most == 0 || !fit.isEmpty())) {
                        break;
                    }
                    fit.add(key);
                }
                Scanned page = scan(log, new Scan(MAP, after, most));
                assertEquals(fit, keys(page));
                assertEquals(fit.size() < sizes.tailMap(after, false).size(), page.more());
            }
        }
        assertTrue(scan(log, new Scan(MAP, null, 0)).more());
        assertFalse(scan(Log.EMPTY, new Scan(MAP, null, 0)).more());
    }

    private static Scanned scan(Log log, Scan scan) {
        Replica leading = leading(lagging(), log);
        ForRead read = new ForRead(CALL, scan, log, MemberSet.of(B));
        DataState primary = member(
                A,
                leading.withPrimaryState(
                        leading.primaryState().acknowledged(B, log.length()).waiting(CLIENT, read)));
        Step<DataState> step = take(primary, s -> ALL.replication().answerRead(s, P, CLIENT));
        return (Scanned) ((Answer) step.commands().get(0)).result();
    }

    private static List<Bytes> keys(Scanned scanned) {
        return scanned.entries().stream().map(BytesMap.Entry::key).toList();
    }

    @Test
    void positionHasNumbersThatExist() {
        assertEquals(1L << 32 | 2, V2.toLong());
        assertEquals(0, Version.NONE.toLong());
        assertThrows(IllegalArgumentException.class, () -> new StreamPosition(-1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new StreamPosition(1, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new StreamPosition(0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new StreamPosition(1, 2, 1));
    }
}
