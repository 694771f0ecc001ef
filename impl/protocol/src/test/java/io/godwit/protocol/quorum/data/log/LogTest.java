package io.godwit.protocol.quorum.data.log;

import static io.godwit.protocol.quorum.data.DataFixture.V1;
import static io.godwit.protocol.quorum.data.DataFixture.V2;
import static io.godwit.protocol.quorum.data.DataFixture.entry;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Put;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.quorum.table.Version;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogTest {
    @Test
    void emptyLogHasNoPosition() {
        assertEquals(0, Log.EMPTY.length());
        assertTrue(Log.EMPTY.isEmpty());
        assertEquals(Version.NONE, Log.EMPTY.lastEpoch());
        assertNull(Log.EMPTY.lastEntry());
        assertEquals(List.of(), Log.EMPTY.entries());
        assertNull(Log.EMPTY.executed(1));
        assertFalse(Log.EMPTY.hasExecuted(1, 1));
        assertEquals(0, Log.EMPTY.hashCode());
        assertEquals("[]", Log.EMPTY.toString());
    }

    @Test
    void appendLeavesTheShorterLogAsItWas() {
        Log one = log(V1, 1);
        Log two = one.append(entry(V2, 2));
        assertEquals(1, one.length());
        assertEquals(V1, one.lastEpoch());
        assertEquals(List.of(entry(V1, 1)), one.entries());
        assertEquals(new Done(List.of(1L)), one.content().read(new Get(5)));
        assertEquals(2, two.length());
        assertFalse(two.isEmpty());
        assertEquals(V2, two.lastEpoch());
        assertEquals(entry(V2, 2), two.lastEntry());
        assertEquals(List.of(entry(V1, 1), entry(V2, 2)), two.entries());
        assertEquals(new Done(List.of(3L)), two.content().read(new Get(5)));
    }

    @Test
    void tellsAnyPartOfItself() {
        Log log = log(V1, 5);
        assertEquals(List.of(entry(V1, 2), entry(V1, 3)), log.entries(2, 3));
        assertEquals(List.of(entry(V1, 4), entry(V1, 5)), log.entries(4, 9));
        assertEquals(List.of(entry(V1, 1)), log.entries(0, 1));
        assertEquals(List.of(), log.entries(6, 9));
        assertEquals(List.of(), log.entries(3, 2));
    }

    @Test
    void logIsTheTableOfExecutedWrites() {
        Log log = log(V1, 2).append(new LogEntry(V2, 1, 5, new Put(6, 7)));
        assertEquals(new Executed(5, 3, new Done(List.of())), log.executed(1));
        assertEquals(new Executed(1, 2, new Done(List.of(3L))), log.executed(2));
        assertNull(log.executed(3));
        assertTrue(log.hasExecuted(1, 4));
        assertTrue(log.hasExecuted(1, 5));
        assertFalse(log.hasExecuted(1, 6));
        assertFalse(log.hasExecuted(3, 1));
    }

    @Test
    void equalWhenTheEntriesAreEqual() {
        Log shared = log(V1, 2);
        Log one = shared.append(entry(V2, 3));
        assertEquals(one, shared.append(entry(V2, 3)));
        assertEquals(one, Log.of(one.entries()));
        assertEquals(one.hashCode(), Log.of(one.entries()).hashCode());
        assertNotEquals(one, shared.append(entry(V1, 3)));
        assertNotEquals(one, shared);
        assertNotEquals(shared, one);
        assertNotEquals(Log.EMPTY, log(V1, 1));
        assertNotEquals(log(V1, 1), Log.EMPTY);
        assertNotEquals(one, Log.of(List.of(entry(V1, 2), entry(V1, 2), entry(V2, 3))));
        assertNotEquals(one, "log");
        assertNotEquals(0, one.hashCode());
        assertEquals(one.entries().toString(), one.toString());
    }

    @Test
    void longLogIsToldByItsLastWrites() {
        assertEquals(log(V1, 8).entries().toString(), log(V1, 8).toString());
        assertEquals("1 before " + log(V1, 9).entries(2, 9), log(V1, 9).toString());
    }

    @Test
    void twoClientsWritesAtTheSamePlaceAreDifferent() {
        Log one = Log.of(List.of(new LogEntry(V1, 1, 1, new Put(1, 1))));
        assertNotEquals(one, Log.of(List.of(new LogEntry(V1, 2, 1, new Put(1, 1)))));
        assertNotEquals(one, Log.of(List.of(new LogEntry(V1, 1, 2, new Put(1, 1)))));
        assertNotEquals(one, Log.of(List.of(new LogEntry(V1, 1, 1, new Put(1, 2)))));
    }

    @Test
    void longLogNeedsNoDeepStack() {
        assertEquals(log(V1, 100_000), log(V1, 100_000));
        assertEquals(100_000, log(V1, 100_000).entries().size());
    }

    @Test
    void logHasNoReads() {
        assertThrows(IllegalArgumentException.class, () -> new LogEntry(V1, 1, 1, new Get(1)));
        assertThrows(NullPointerException.class, () -> new LogEntry(null, 1, 1, new Put(1, 1)));
    }

    @Test
    void forgottenWriteIsKeptInItsEffect() {
        Log whole = log(V1, 5).append(entry(V2, 6));
        Log shorter = whole.keeping(2);
        assertEquals(1, whole.firstKept());
        assertEquals(5, shorter.firstKept());
        assertEquals(6, shorter.length());
        assertEquals(V2, shorter.lastEpoch());
        assertEquals(whole.content(), shorter.content());
        assertEquals(whole.executed(1), shorter.executed(1));
        assertEquals(List.of(entry(V1, 5), entry(V2, 6)), shorter.entries());
        assertEquals(List.of(entry(V1, 5)), shorter.entries(3, 5));
        assertEquals(List.of(), shorter.entries(1, 4));
        assertEquals(7, shorter.append(entry(V2, 7)).length());
        assertEquals(5, shorter.append(entry(V2, 7)).firstKept());
        assertEquals(7, shorter.append(entry(V2, 7)).content().applied());
    }

    @Test
    void logForgetsWhatIsThereOnly() {
        Log whole = log(V1, 3);
        assertSame(whole, whole.keeping(3));
        assertSame(whole, whole.keeping(9));
        assertSame(Log.EMPTY, Log.EMPTY.keeping(1));
        assertEquals(1, Log.EMPTY.firstKept());
        assertEquals(3, whole.keeping(1).firstKept());
        assertThrows(IllegalArgumentException.class, () -> whole.keeping(0));
    }

    @Test
    void logThatForgotIsEqualToOneThatDidNot() {
        Log whole = log(V1, 5);
        assertEquals(whole, whole.keeping(2));
        assertEquals(whole.keeping(2), whole);
        assertEquals(whole.keeping(3), whole.keeping(2));
        assertEquals(whole.hashCode(), whole.keeping(2).hashCode());
        Log other = Log.of(List.of(entry(V1, 2), entry(V1, 2), entry(V1, 3), entry(V1, 4), entry(V1, 5)));
        assertNotEquals(whole.keeping(2), other.keeping(2));
        assertNotEquals(whole.keeping(2), other);
        assertNotEquals(whole.keeping(2), log(V1, 4).keeping(2));
    }

    @Test
    void logIsPutTogetherAgainFromItsParts() {
        Log whole = log(V1, 5);
        Log restored = Log.restored(whole.content(), whole.entries(4, 5));
        assertEquals(whole, restored);
        assertEquals(4, restored.firstKept());
        assertEquals(whole.append(entry(V1, 6)), restored.append(entry(V1, 6)));
        assertEquals(whole, Log.restored(whole.content(), whole.entries()));
        assertEquals(Log.EMPTY, Log.restored(Log.EMPTY.content(), List.of()));
        assertThrows(IllegalArgumentException.class, () -> Log.restored(whole.content(), List.of()));
        assertThrows(IllegalArgumentException.class, () -> Log.restored(Log.EMPTY.content(), List.of(entry(V1, 1))));
        assertThrows(
                IllegalArgumentException.class, () -> Log.restored(log(V1, 2).content(), whole.entries()));
    }

    private static LogEntry put(int bytes) {
        return new LogEntry(
                V1, 1, 1, new OnMap(Verb.REPLACE, Bytes.of((byte) 1), Bytes.of((byte) 1), bytes(bytes), bytes(bytes)));
    }

    private static Bytes bytes(int count) {
        return Bytes.owning(new byte[count]);
    }

    @Test
    void sizeIsThatOfTheEntriesBeforeTheLast() {
        Log log = Log.of(List.of(put(100), put(1_000), put(10_000)));
        assertEquals(0, Log.EMPTY.olderBytes());
        assertEquals(0, Log.of(List.of(put(100))).olderBytes());
        assertEquals(2 * (256 + 2) + 2_200, log.olderBytes());
        assertEquals(
                2 * (256 + 2) + 2_200 + 256,
                log.append(entry(V1, 1)).append(entry(V1, 2)).olderBytes() - 20_258);
        assertEquals(256 + 2 + 2_000, log.keeping(2).olderBytes());
        assertEquals(0, log.keeping(1).olderBytes());
        assertEquals(
                256 + 2 + 2_000, Log.restored(log.content(), log.entries(2, 3)).olderBytes());
    }

    @Test
    void someOfTheLastEntriesHaveASize() {
        Log log = Log.of(List.of(put(100), put(1_000), put(10_000)));
        assertEquals(0, Log.EMPTY.lastWithin(1));
        assertEquals(1, log.lastWithin(0));
        assertEquals(1, log.lastWithin(2_257));
        assertEquals(2, log.lastWithin(2_258));
        assertEquals(2, log.lastWithin(log.olderBytes() - 1));
        assertEquals(3, log.lastWithin(log.olderBytes()));
        assertEquals(3, log.lastWithin(Long.MAX_VALUE));
    }
}
