package io.godwit.protocol.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.Unmet;
import io.godwit.protocol.map.Result.WrongKind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NamedMapsTest {
    private static final Bytes MAP = Bytes.of((byte) 'm');
    private static final Bytes KEY = Bytes.of((byte) 'k');
    private static final Bytes A = Bytes.of((byte) 'a');
    private static final Bytes B = Bytes.of((byte) 'b');
    private static final Result DONE = new Done(List.of());

    private MapContent content = MapContent.EMPTY;
    private long call;

    private static OnMap on(Verb verb, Bytes key, Bytes value, Bytes expected) {
        return new OnMap(verb, MAP, key, value, expected);
    }

    private Result write(Verb verb, Bytes value) {
        return write(on(verb, KEY, value, Bytes.EMPTY));
    }

    private Result write(OnMap operation) {
        content = content.apply(1, ++call, operation);
        assertEquals(call, content.executed(1).call());
        return content.executed(1).result();
    }

    private Result get() {
        return content.read(on(Verb.GET, KEY, Bytes.EMPTY, Bytes.EMPTY));
    }

    private Result size() {
        return content.read(on(Verb.SIZE, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY));
    }

    private static Result found(Bytes... values) {
        return new Found(List.of(values));
    }

    private static Result number(long number) {
        return new Done(List.of(number));
    }

    @Test
    void putOverwrites() {
        assertEquals(found(), get());
        assertEquals(number(0), size());
        assertEquals(DONE, write(Verb.PUT, A));
        assertEquals(found(A), get());
        assertEquals(DONE, write(Verb.PUT, B));
        assertEquals(found(B), get());
        assertEquals(number(1), size());
    }

    @Test
    void putIfAbsentFindsNothingFirst() {
        assertEquals(DONE, write(Verb.PUT_IF_ABSENT, A));
        assertEquals(new Unmet(), write(Verb.PUT_IF_ABSENT, B));
        assertEquals(found(A), get());
    }

    @Test
    void replaceCompares() {
        assertEquals(new Unmet(), write(on(Verb.REPLACE, KEY, A, Bytes.EMPTY)));
        assertEquals(found(), get());
        write(Verb.PUT, A);
        assertEquals(new Unmet(), write(on(Verb.REPLACE, KEY, B, B)));
        assertEquals(found(A), get());
        assertEquals(DONE, write(on(Verb.REPLACE, KEY, B, A)));
        assertEquals(found(B), get());
    }

    @Test
    void removeForgets() {
        assertEquals(number(0), write(Verb.REMOVE, Bytes.EMPTY));
        write(Verb.PUT, A);
        write(on(Verb.PUT, A, A, Bytes.EMPTY));
        assertEquals(number(1), write(Verb.REMOVE, Bytes.EMPTY));
        assertEquals(found(), get());
        assertEquals(number(1), size());
        assertEquals(number(1), write(on(Verb.REMOVE, A, Bytes.EMPTY, Bytes.EMPTY)));
        assertTrue(content.maps().isEmpty());
    }

    @Test
    void incrementCounts() {
        assertEquals(number(5), write(Verb.INCREMENT, Bytes.ofNumber(5)));
        assertEquals(number(3), write(Verb.INCREMENT, Bytes.ofNumber(-2)));
        assertEquals(found(Bytes.ofNumber(3)), get());
        write(Verb.PUT, A);
        assertEquals(new WrongKind(), write(Verb.INCREMENT, Bytes.ofNumber(1)));
        assertEquals(found(A), get());
        assertThrows(IllegalArgumentException.class, () -> on(Verb.INCREMENT, KEY, A, Bytes.EMPTY));
    }

    @Test
    void appendMakesAList() {
        assertEquals(number(1), write(Verb.APPEND, B));
        assertEquals(number(2), write(Verb.APPEND, A));
        assertEquals(number(3), write(Verb.APPEND, B));
        assertEquals(found(B, A, B), get());
        assertEquals(new WrongKind(), write(Verb.ADD, A));
        assertEquals(new WrongKind(), write(Verb.INCREMENT, Bytes.ofNumber(1)));
        assertEquals(new Unmet(), write(on(Verb.REPLACE, KEY, A, B)));
        assertEquals(found(B, A, B), get());
    }

    @Test
    void addMakesASet() {
        assertEquals(number(1), write(Verb.ADD, B));
        assertEquals(number(1), write(Verb.ADD, A));
        assertEquals(number(0), write(Verb.ADD, B));
        assertEquals(found(A, B), get());
        assertEquals(new WrongKind(), write(Verb.APPEND, A));
        assertEquals(found(A, B), get());
    }

    @Test
    void clearForgetsOneMap() {
        write(Verb.PUT, A);
        write(on(Verb.PUT, A, A, Bytes.EMPTY));
        write(new OnMap(Verb.PUT, B, KEY, A, Bytes.EMPTY));
        assertEquals(number(2), write(on(Verb.CLEAR, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY)));
        assertEquals(number(0), size());
        assertEquals(1, content.maps().size(B));
        assertEquals(number(0), write(on(Verb.CLEAR, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY)));
    }

    @Test
    void readOnlyOperationsAreReads() {
        assertTrue(on(Verb.GET, KEY, Bytes.EMPTY, Bytes.EMPTY).readOnly());
        assertTrue(on(Verb.SIZE, KEY, Bytes.EMPTY, Bytes.EMPTY).readOnly());
        assertFalse(on(Verb.PUT, KEY, A, Bytes.EMPTY).readOnly());
        assertThrows(IllegalArgumentException.class, () -> write(Verb.GET, A));
        assertThrows(IllegalArgumentException.class, () -> content.read(on(Verb.PUT, KEY, A, A)));
    }

    @Test
    void contentIsPutTogetherAgainFromItsParts() {
        write(Verb.PUT, A);
        write(on(Verb.APPEND, A, A, Bytes.EMPTY));
        NamedMaps[] maps = {NamedMaps.EMPTY};
        content.maps().forEach((map, cells) -> cells.forEach((key, cell) -> maps[0] = maps[0].with(map, key, cell)));
        LongMap<Executed> executed = LongMap.<Executed>empty().with(1, content.executed(1));
        Set<Long> clients = new HashSet<>();
        content.forEachExecuted((client, last) -> clients.add(client));
        assertEquals(Set.of(1L), clients);
        MapContent restored = MapContent.restored(maps[0], executed, 2);
        assertEquals(content, restored);
        assertEquals(content.hashCode(), restored.hashCode());
        assertEquals(content.toString(), restored.toString());
        assertEquals("{6d: {61: [61], 6b: Single[value=61]}} after 2", ordered(content.toString()));
        assertNull(content.maps().cell(MAP, B));
    }

    /** The order of keys is that of their hashes. */
    private static String ordered(String text) {
        return text.replace("{6b: Single[value=61], 61: [61]}", "{61: [61], 6b: Single[value=61]}");
    }

    @Test
    void longListsNeedNoDeepStack() {
        Cell.Items one = null;
        Cell.Items two = null;
        for (int i = 0; i < 100_000; i++) {
            one = Cell.Items.append(one, A);
            two = Cell.Items.append(two, A);
        }
        assertEquals(one, two);
        assertEquals(one.hashCode(), two.hashCode());
    }

    /** The position counts writes: the clients' last ones are at 1, 3 and 4. */
    @Test
    void expireForgetsWhoHasWrittenNothingSince() {
        content = content.apply(1, 1, on(Verb.PUT, KEY, A, Bytes.EMPTY))
                .apply(3, 1, on(Verb.PUT, KEY, A, Bytes.EMPTY))
                .apply(2, 1, on(Verb.PUT, KEY, A, Bytes.EMPTY))
                .apply(3, 2, on(Verb.PUT, KEY, B, Bytes.EMPTY));
        MapContent rest = content.apply(9, 1, on(Verb.EXPIRE_SESSIONS, Bytes.EMPTY, Bytes.ofNumber(3), Bytes.EMPTY));
        assertNull(rest.executed(1));
        assertNull(rest.executed(2));
        assertEquals(content.executed(3), rest.executed(3));
        assertEquals(1, rest.executed(9).call());
        assertEquals(5, rest.applied());
        assertEquals(content.maps(), rest.maps());
        MapContent all = content.apply(9, 1, on(Verb.EXPIRE_SESSIONS, Bytes.EMPTY, Bytes.ofNumber(0), Bytes.EMPTY));
        assertEquals(content.executed(1), all.executed(1));
    }

    private Result putUntil(Verb verb, Bytes value, long due) {
        return write(on(verb, KEY, value, Bytes.ofNumber(due)));
    }

    private Result removeExpired(long now) {
        return write(on(Verb.REMOVE_EXPIRED, KEY, Bytes.ofNumber(now), Bytes.EMPTY));
    }

    /** What is due is found until it is removed, and it is not removed before. */
    @Test
    void entryIsRemovedWhenItIsDue() {
        assertEquals(DONE, putUntil(Verb.PUT_UNTIL, A, 100));
        assertEquals(found(A), get());
        assertEquals(number(0), removeExpired(99));
        assertEquals(found(A), get());
        assertEquals(number(1), removeExpired(100));
        assertEquals(found(), get());
        assertEquals(number(0), removeExpired(100));
        assertEquals(DONE, putUntil(Verb.PUT_IF_ABSENT_UNTIL, A, 200));
        assertEquals(new Unmet(), putUntil(Verb.PUT_IF_ABSENT_UNTIL, B, 300));
        assertEquals(number(1), removeExpired(250));
        assertEquals(number(0), size());
    }

    @Test
    void putReplacesTheDueTime() {
        putUntil(Verb.PUT_UNTIL, A, 100);
        write(Verb.PUT, B);
        assertEquals(number(0), removeExpired(Long.MAX_VALUE - 1));
        assertEquals(found(B), get());
        putUntil(Verb.PUT_UNTIL, A, 300);
        assertEquals(number(0), removeExpired(299));
        write(on(Verb.REPLACE, KEY, B, A));
        assertEquals(found(B), get());
        assertEquals(number(0), removeExpired(300));
        write(Verb.REMOVE, Bytes.EMPTY);
        write(Verb.APPEND, A);
        assertEquals(number(0), removeExpired(300), "a list has no due time");
    }

    @Test
    void incrementKeepsTheDueTime() {
        putUntil(Verb.PUT_UNTIL, Bytes.ofNumber(5), 100);
        assertEquals(number(6), write(Verb.INCREMENT, Bytes.ofNumber(1)));
        assertEquals(number(0), removeExpired(99));
        assertEquals(number(1), removeExpired(100));
    }

    @Test
    void lifetimeBecomesADueTime() {
        OnMap put = on(Verb.PUT_FOR, KEY, A, Bytes.ofNumber(30));
        assertEquals(on(Verb.PUT_UNTIL, KEY, A, Bytes.ofNumber(130)), put.inLog(100));
        OnMap ever = on(Verb.PUT_IF_ABSENT_FOR, KEY, A, Bytes.ofNumber(Long.MAX_VALUE));
        assertEquals(on(Verb.PUT_IF_ABSENT_UNTIL, KEY, A, Bytes.ofNumber(Cell.NEVER)), ever.inLog(100));
        assertThrows(IllegalArgumentException.class, () -> content.apply(9, 1, put), "no log has it");
        assertThrows(IllegalArgumentException.class, () -> on(Verb.PUT_FOR, KEY, A, Bytes.EMPTY));
        OnMap other = on(Verb.PUT, KEY, A, Bytes.EMPTY);
        assertEquals(other, other.inLog(100));
    }

    private static OnMap putUnused(Bytes value, long due, long latest) {
        return on(Verb.PUT_UNTIL, KEY, value, Bytes.ofNumber(latest)).dueUnused(due);
    }

    private void touch(long due) {
        assertEquals(DONE, write(on(Verb.TOUCH, KEY, Bytes.ofNumber(due), Bytes.EMPTY)));
    }

    private Cell cell() {
        return content.maps().cell(MAP, KEY);
    }

    @Test
    void touchedEntryIsNotRemovedBefore() {
        write(putUnused(A, 100, Cell.NEVER));
        touch(130);
        assertEquals(number(0), removeExpired(129));
        touch(120);
        assertEquals(new Cell.Idle(A, 130, Cell.NEVER), cell(), "a touch does not make it due earlier");
        assertEquals(found(A), get());
        assertEquals(number(1), removeExpired(130));
        touch(200);
        assertEquals(found(), get(), "there is nothing to touch");
    }

    @Test
    void touchDoesNotMoveOnTheEndOfALifetime() {
        write(putUnused(A, 100, 120));
        touch(150);
        assertEquals(new Cell.Expiring(A, 120), cell());
        touch(170);
        assertEquals(number(1), removeExpired(120));
        putUntil(Verb.PUT_UNTIL, A, 90);
        touch(100);
        assertEquals(number(1), removeExpired(90));
        write(putUnused(A, 100, 100));
        assertEquals(new Cell.Expiring(A, 100), cell(), "the lifetime ends before");
    }

    @Test
    void touchGivesADueTimeToAValueWithout() {
        write(Verb.INCREMENT, Bytes.ofNumber(5));
        touch(100);
        assertEquals(new Cell.Idle(Bytes.ofNumber(5), 100, Cell.NEVER), cell());
        write(Verb.INCREMENT, Bytes.ofNumber(1));
        assertEquals(new Cell.Idle(Bytes.ofNumber(6), 100, Cell.NEVER), cell(), "an increment keeps both times");
        write(Verb.PUT, A);
        assertEquals(new Cell.Single(A), cell());
        write(Verb.REMOVE, Bytes.EMPTY);
        write(Verb.APPEND, A);
        touch(100);
        assertEquals(Cell.NEVER, cell().due(), "a list has no due time");
    }

    @Test
    void idleEntryIsPackedWithBothTimes() {
        Cell.Idle entry = new Cell.Idle(A, 258, 300);
        assertEquals(17, entry.packed().length());
        assertEquals(entry, Cell.Idle.unpacked(entry.packed()));
        assertEquals(List.of(entry.packed()), entry.parts());
        assertEquals(new Cell.Idle(B, Cell.NEVER, Cell.NEVER), Cell.Idle.unpacked(B), "too short to have them");
    }

    private void assertBytes(long bytes) {
        assertEquals(bytes, content.maps().bytes(MAP));
    }

    /** A key has one byte here. */
    @Test
    void bytesOfKeysAndValuesAreCounted() {
        assertBytes(0);
        write(Verb.PUT, Bytes.ofNumber(1));
        assertBytes(9);
        write(Verb.PUT, A);
        assertBytes(2);
        write(putUnused(Bytes.ofNumber(1), 100, 200));
        touch(150);
        assertBytes(9);
        write(on(Verb.PUT_UNTIL, B, A, Bytes.ofNumber(100)));
        assertBytes(11);
        removeExpired(500);
        assertBytes(2);
        write(Verb.APPEND, A);
        write(Verb.APPEND, Bytes.ofNumber(1));
        assertBytes(12);
        write(on(Verb.ADD, A, Bytes.ofNumber(1), Bytes.EMPTY));
        write(on(Verb.ADD, A, Bytes.ofNumber(1), Bytes.EMPTY));
        write(on(Verb.ADD, A, B, Bytes.EMPTY));
        assertBytes(22);
        write(Verb.REMOVE, Bytes.EMPTY);
        assertBytes(12);
        write(on(Verb.CLEAR, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY));
        assertBytes(0);
    }

    @Test
    void packedEntryHasTheDueTimeInFront() {
        Cell.Expiring entry = new Cell.Expiring(A, 258);
        assertEquals(
                Bytes.of((byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 1, (byte) 2, (byte) 'a'),
                entry.packed());
        assertEquals(entry, Cell.Expiring.unpacked(entry.packed()));
        assertEquals(new Cell.Expiring(B, Cell.NEVER), Cell.Expiring.unpacked(B), "too short to have one");
    }
}
