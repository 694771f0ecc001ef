package io.godwit.transport.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.BytesMap;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.ReadChanges;
import io.godwit.protocol.map.Operation.Scan;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Changes;
import io.godwit.protocol.map.Result.Forgotten;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.Scanned;
import io.godwit.protocol.map.Result.Unmet;
import io.godwit.protocol.map.Result.Written;
import io.godwit.protocol.map.StreamPosition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamCallsTest {
    private static final Bytes MAP = Bytes.of((byte) 7);
    private static final Bytes KEY = Bytes.of((byte) 8);
    private static final Bytes VALUE = Bytes.of((byte) 9);
    private static final StreamPosition POSITION = new StreamPosition(5, 3, 4);

    private static OnMap on(Verb verb, Bytes key, Bytes value, Bytes expected) {
        return new OnMap(verb, MAP, key, value, expected);
    }

    @Test
    void callsComeAsTheyWereMade() {
        OnMap read = StreamCalls.readChanges(MAP, POSITION, 99);
        assertTrue(StreamCalls.isOne(read));
        assertTrue(read.readOnly());
        assertEquals(new ReadChanges(MAP, POSITION, 99), StreamCalls.operation(read));
        OnMap all = StreamCalls.scan(MAP, null, 0);
        assertTrue(StreamCalls.isOne(all));
        assertTrue(all.readOnly());
        assertEquals(new Scan(MAP, null, 0), StreamCalls.operation(all));
        assertEquals(
                new Scan(MAP, KEY, StreamCalls.MAX_BYTES),
                StreamCalls.operation(StreamCalls.scan(MAP, KEY, StreamCalls.MAX_BYTES)));
        assertEquals(new Scan(MAP, Bytes.EMPTY, 1), StreamCalls.operation(StreamCalls.scan(MAP, Bytes.EMPTY, 1)));
        assertFalse(StreamCalls.isOne(on(Verb.GET, KEY, Bytes.EMPTY, Bytes.EMPTY)));
    }

    @Test
    void callsWithoutPositionOrSizeAreRefused() {
        for (OnMap call : List.of(
                on(Verb.READ_CHANGES, KEY, VALUE, Bytes.EMPTY),
                on(Verb.SCAN, KEY, VALUE, Bytes.EMPTY),
                StreamCalls.readChanges(MAP, POSITION, -1),
                StreamCalls.readChanges(MAP, POSITION, StreamCalls.MAX_BYTES + 1),
                on(
                        Verb.READ_CHANGES,
                        KEY,
                        Bytes.owning(
                                new byte[] {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
                        Bytes.EMPTY))) {
            assertThrows(IllegalArgumentException.class, () -> StreamCalls.operation(call), call.toString());
        }
    }

    private static List<Written> sent(OnMap... writes) {
        List<Written> written = new ArrayList<>();
        for (OnMap write : writes) {
            written.add(new Written(written.size() + 3, write));
        }
        Changes changes = new Changes(written, POSITION, true);
        Changes got = StreamCalls.changes(MAP, StreamCalls.result(changes));
        assertEquals(POSITION, got.next());
        assertTrue(got.more());
        return got.writes();
    }

    @Test
    void changesSayWhatIsThereNow() {
        OnMap put = on(Verb.PUT, KEY, VALUE, Bytes.EMPTY);
        OnMap remove = on(Verb.REMOVE, KEY, Bytes.EMPTY, Bytes.EMPTY);
        Bytes number = Bytes.ofNumber(6);
        List<Written> got = sent(
                put,
                on(Verb.PUT_IF_ABSENT, KEY, VALUE, Bytes.EMPTY),
                on(Verb.REPLACE, KEY, VALUE, KEY),
                on(Verb.PUT_UNTIL, KEY, VALUE, number),
                on(Verb.PUT_IF_ABSENT_UNTIL, KEY, VALUE, number));
        assertEquals(
                List.of(
                        new Written(3, put),
                        new Written(4, put),
                        new Written(5, put),
                        new Written(6, put),
                        new Written(7, put)),
                got);
        assertEquals(
                List.of(new Written(3, remove), new Written(4, remove)),
                sent(remove, on(Verb.REMOVE_EXPIRED, KEY, number, Bytes.EMPTY)));
        for (Verb verb : List.of(Verb.INCREMENT, Verb.APPEND, Verb.ADD)) {
            OnMap same = on(verb, KEY, number, Bytes.EMPTY);
            assertEquals(List.of(new Written(3, same)), sent(same));
        }
        OnMap clear = on(Verb.CLEAR, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY);
        assertEquals(List.of(new Written(3, clear)), sent(clear));
        assertEquals(List.of(), sent());
    }

    @Test
    void scanSaysWhatMakesTheKeys() {
        BytesMap<Cell> cells = BytesMap.<Cell>empty()
                .with(Bytes.of((byte) 1), new Cell.Single(VALUE))
                .with(Bytes.of((byte) 2), new Cell.Expiring(VALUE, 5))
                .with(Bytes.of((byte) 3), Cell.Items.append(Cell.Items.append(null, KEY), VALUE))
                .with(Bytes.of((byte) 4), Cell.Elements.NONE.with(VALUE));
        List<BytesMap.Entry<Cell>> entries = new ArrayList<>();
        cells.iterator().forEachRemaining(entries::add);
        entries.sort((one, two) -> one.key().compareTo(two.key()));
        Changes got = StreamCalls.changes(MAP, StreamCalls.result(new Scanned(entries, POSITION, false)));
        assertFalse(got.more());
        assertEquals(
                List.of(
                        new Written(5, on(Verb.PUT, Bytes.of((byte) 1), VALUE, Bytes.EMPTY)),
                        new Written(5, on(Verb.PUT, Bytes.of((byte) 2), VALUE, Bytes.EMPTY)),
                        new Written(5, on(Verb.APPEND, Bytes.of((byte) 3), KEY, Bytes.EMPTY)),
                        new Written(5, on(Verb.APPEND, Bytes.of((byte) 3), VALUE, Bytes.EMPTY)),
                        new Written(5, on(Verb.ADD, Bytes.of((byte) 4), VALUE, Bytes.EMPTY))),
                got.writes());
    }

    @Test
    void otherResultsStayAndForgottenIsUnmet() {
        Result done = new Result.Done(List.of(1L));
        assertSame(done, StreamCalls.result(done));
        assertEquals(new Unmet(), StreamCalls.result(new Forgotten()));
        assertNull(StreamCalls.changes(MAP, new Unmet()));
        Bytes position = ((Found) StreamCalls.result(new Changes(List.of(), POSITION, false)))
                .values()
                .get(0);
        for (Result wrong : List.of(
                done,
                new Found(List.of()),
                new Found(List.of(KEY)),
                new Found(List.of(position, KEY)),
                new Found(List.of(position, KEY, KEY, VALUE)),
                new Found(List.of(position, Bytes.owning(new byte[5]), KEY, VALUE)),
                new Found(List.of(position, Bytes.owning(new byte[] {7, 0, 0, 0, 1}), KEY, VALUE)))) {
            assertThrows(IllegalArgumentException.class, () -> StreamCalls.changes(MAP, wrong), wrong.toString());
        }
    }
}
