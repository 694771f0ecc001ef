package io.godwit.protocol.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.godwit.protocol.map.Operation.AddToSet;
import io.godwit.protocol.map.Operation.Append;
import io.godwit.protocol.map.Operation.CompareAndSet;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.map.Operation.Increment;
import io.godwit.protocol.map.Operation.Put;
import io.godwit.protocol.map.Operation.Remove;
import io.godwit.protocol.map.Result.Differs;
import io.godwit.protocol.map.Result.Done;
import java.util.List;
import org.junit.jupiter.api.Test;

class MapContentTest {
    private static final long KEY = 9;
    private static final Result DONE = new Done(List.of());

    private MapContent content = MapContent.EMPTY;
    private long call;

    /** Applies a write of client 1 and returns its result. */
    private Result apply(Operation write) {
        content = content.apply(1, ++call, write);
        return content.executed(1).result();
    }

    private List<Long> get() {
        return ((Done) content.read(new Get(KEY))).values();
    }

    @Test
    void nothingIsThereAtFirst() {
        assertEquals(0, content.applied());
        assertNull(content.executed(1));
        assertEquals(DONE, content.read(new Get(KEY)));
    }

    @Test
    void registerIsOverwritten() {
        assertEquals(DONE, apply(new Put(KEY, 5)));
        assertEquals(List.of(5L), get());
        assertEquals(DONE, apply(new Put(KEY, 6)));
        assertEquals(List.of(6L), get());
        assertEquals(DONE, content.read(new Get(KEY + 1)));
    }

    @Test
    void compareAndSetComparesFirst() {
        assertEquals(new Differs(0), apply(new CompareAndSet(KEY, 4, 5)));
        assertEquals(List.of(), get());
        assertEquals(DONE, apply(new CompareAndSet(KEY, 0, 5)));
        assertEquals(List.of(5L), get());
        assertEquals(new Differs(5), apply(new CompareAndSet(KEY, 0, 7)));
        assertEquals(List.of(5L), get());
        assertEquals(DONE, apply(new CompareAndSet(KEY, 5, 7)));
        assertEquals(List.of(7L), get());
    }

    @Test
    void setHasEachElementOnceInOrder() {
        assertEquals(DONE, apply(new AddToSet(KEY, 3)));
        assertEquals(DONE, apply(new AddToSet(KEY, 1)));
        assertEquals(DONE, apply(new AddToSet(KEY, 3)));
        assertEquals(List.of(1L, 3L), get());
    }

    @Test
    void listKeepsItsOrder() {
        assertEquals(DONE, apply(new Append(KEY, 3)));
        assertEquals(DONE, apply(new Append(KEY, 1)));
        assertEquals(DONE, apply(new Append(KEY, 3)));
        assertEquals(List.of(3L, 1L, 3L), get());
    }

    @Test
    void counterTellsWhatItHasBecome() {
        assertEquals(new Done(List.of(5L)), apply(new Increment(KEY, 5)));
        assertEquals(new Done(List.of(3L)), apply(new Increment(KEY, -2)));
        assertEquals(List.of(3L), get());
    }

    @Test
    void keyIsForgotten() {
        apply(new Put(KEY, 5));
        apply(new Put(KEY + 1, 6));
        assertEquals(DONE, apply(new Remove(KEY)));
        assertEquals(List.of(), get());
        assertEquals(new Done(List.of(6L)), content.read(new Get(KEY + 1)));
    }

    @Test
    void anotherKindTakesThePlace() {
        apply(new Append(KEY, 3));
        apply(new AddToSet(KEY, 4));
        assertEquals(List.of(4L), get());
        apply(new Append(KEY, 5));
        assertEquals(List.of(5L), get());
        assertEquals(new Differs(0), apply(new CompareAndSet(KEY, 5, 6)));
        assertEquals(new Done(List.of(2L)), apply(new Increment(KEY, 2)));
    }

    @Test
    void remembersEachClientsLastWrite() {
        content = content.apply(1, 10, new Put(KEY, 1)).apply(2, 20, new Increment(KEY, 1));
        assertEquals(new Executed(10, 1, DONE), content.executed(1));
        assertEquals(new Executed(20, 2, new Done(List.of(2L))), content.executed(2));
        content = content.apply(1, 11, new CompareAndSet(KEY, 1, 5));
        assertEquals(new Executed(11, 3, new Differs(2)), content.executed(1));
        assertEquals(3, content.applied());
    }

    @Test
    void earlierContentStaysAsItWas() {
        apply(new Append(KEY, 1));
        MapContent before = content;
        apply(new Append(KEY, 2));
        assertEquals(new Done(List.of(1L)), before.read(new Get(KEY)));
        assertEquals(1, before.applied());
    }

    @Test
    void readsAndWritesAreNotMixedUp() {
        assertThrows(IllegalArgumentException.class, () -> content.read(new Put(KEY, 1)));
        assertThrows(IllegalArgumentException.class, () -> content.apply(1, 1, new Get(KEY)));
    }

    @Test
    void equalWhenTheSameWasWritten() {
        apply(new Append(KEY, 1));
        apply(new Append(KEY, 2));
        MapContent same = MapContent.EMPTY.apply(1, 1, new Append(KEY, 1)).apply(1, 2, new Append(KEY, 2));
        assertEquals(same, content);
        assertEquals(same.hashCode(), content.hashCode());
        assertEquals("{9: [1, 2]} after 2", content.toString());
        assertNotEquals(content, content.apply(1, 3, new Remove(KEY + 1)));
        assertNotEquals(
                content, MapContent.EMPTY.apply(1, 1, new Append(KEY, 2)).apply(1, 2, new Append(KEY, 2)));
        assertNotEquals(
                content, MapContent.EMPTY.apply(1, 1, new Append(KEY, 1)).apply(2, 2, new Append(KEY, 2)));
        assertNotEquals(content, "content");
        MapContent onceMore = content.apply(1, 2, new Remove(KEY + 1));
        assertNotEquals(content, onceMore);
    }

    @Test
    void longListNeedsNoDeepStack() {
        for (int i = 0; i < 100_000; i++) {
            content = content.apply(1, i, new Append(KEY, i));
        }
        MapContent one = content;
        content = MapContent.EMPTY;
        for (int i = 0; i < 100_000; i++) {
            content = content.apply(1, i, new Append(KEY, i));
        }
        assertEquals(one, content);
        assertEquals(one.hashCode(), content.hashCode());
    }
}
