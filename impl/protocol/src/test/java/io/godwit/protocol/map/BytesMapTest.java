package io.godwit.protocol.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BytesMapTest {
    private static final Bytes ONE = Bytes.ofNumber(1);
    private static final Bytes TWO = Bytes.ofNumber(2);

    /** Each number is a key; those above 100 take the key away that is 100 smaller. */
    @Property(tries = 300)
    void bytesMapIsTheSameAsAMapOfTheJdk(@ForAll @Size(max = 300) @IntRange(min = 0, max = 199) int[] steps) {
        BytesMap<Integer> map = BytesMap.empty();
        Map<Bytes, Integer> model = new HashMap<>();
        for (int i = 0; i < steps.length; i++) {
            Bytes key = Bytes.ofNumber(steps[i] % 100);
            map = steps[i] < 100 ? map.with(key, i) : map.without(key);
            if (steps[i] < 100) {
                model.put(key, i);
            } else {
                model.remove(key);
            }
        }
        Map<Bytes, Integer> visited = new HashMap<>();
        map.forEach(visited::put);
        assertEquals(model, visited);
        assertIterates(map);
        assertEquals(model.size(), map.size());
        BytesMap<Integer> again = BytesMap.empty();
        for (Map.Entry<Bytes, Integer> entry : model.entrySet()) {
            assertEquals(entry.getValue(), map.get(entry.getKey()));
            again = again.with(entry.getKey(), entry.getValue());
        }
        assertEquals(again, map);
        assertEquals(again.hashCode(), map.hashCode());
    }

    /** The iterator visits what {@code forEach} visits, in its order, and then ends. */
    private static <V> void assertIterates(BytesMap<V> map) {
        List<BytesMap.Entry<V>> visited = new ArrayList<>();
        map.forEach((key, value) -> visited.add(new BytesMap.Entry<>(key, value)));
        List<BytesMap.Entry<V>> iterated = new ArrayList<>();
        Iterator<BytesMap.Entry<V>> all = map.iterator();
        all.forEachRemaining(iterated::add);
        assertEquals(visited, iterated);
        assertThrows(NoSuchElementException.class, all::next);
    }

    @Test
    void bytesMapIsEmptyAtFirst() {
        assertTrue(BytesMap.empty().isEmpty());
        assertNull(BytesMap.empty().get(ONE));
        assertEquals("{}", BytesMap.empty().toString());
        BytesMap<Integer> one = BytesMap.<Integer>empty().with(ONE, 5);
        assertSame(BytesMap.empty(), one.without(ONE));
        assertSame(one, one.without(TWO));
        assertEquals("{0000000000000001: 5}", one.toString());
        assertNotEquals(one, one.with(ONE, 6));
        assertNotEquals(one, one.with(TWO, 6));
        assertNotEquals(one, "map");
    }

    /** The known bytes that FNV-1a hashes to 0; zeros behind them leave it there. */
    private static Bytes hashedToZero(int zeros) {
        byte[] bytes = {(byte) 0xD5, 0x6B, (byte) 0xB9, 0x53, 0x42, (byte) 0x87, 0x08, 0x36};
        return Bytes.owning(Arrays.copyOf(bytes, bytes.length + zeros));
    }

    @Test
    void manyKeysWithTheSameHashAreOnlySlow() {
        BytesMap<Integer> map = BytesMap.empty();
        for (int i = 0; i < 2_000; i++) {
            map = map.with(hashedToZero(i), i);
        }
        assertEquals(2_000, map.size());
        assertEquals(1_234, map.get(hashedToZero(1_234)));
        assertNull(map.get(hashedToZero(2_000)));
        assertEquals(map, map.with(hashedToZero(2_000), 1).without(hashedToZero(2_000)));
    }

    /** Keys that are deep in the trie, and keys with the same hash, are selected as others are. */
    @Test
    void eachKeyIsSelectedAboutEquallyOften() {
        BytesMap<Integer> map = BytesMap.empty();
        for (int i = 0; i < 200; i++) {
            map = map.with(i < 3 ? hashedToZero(i) : Bytes.ofNumber(i), i);
        }
        int[] selected = new int[200];
        for (long choice = 0; choice < 200_000; choice++) {
            BytesMap.Entry<Integer> entry = map.pick(choice);
            assertEquals(entry.value(), map.get(entry.key()));
            selected[entry.value()]++;
        }
        for (int i = 0; i < 200; i++) {
            assertTrue(selected[i] > 100 && selected[i] < 8_000, i + " is selected " + selected[i] + " times");
        }
        assertThrows(NoSuchElementException.class, () -> BytesMap.empty().pick(1));
    }

    @Test
    void keysWithTheSameHashAreKeptApart() {
        Bytes[] same = {hashedToZero(0), hashedToZero(1)};
        assertEquals(same[0].hash(), same[1].hash());
        assertNotEquals(same[0], same[1]);
        BytesMap<Integer> oneWay = BytesMap.<Integer>empty().with(same[0], 1).with(same[1], 2);
        BytesMap<Integer> other = BytesMap.<Integer>empty().with(same[1], 2).with(same[0], 1);
        assertEquals(oneWay, other);
        assertEquals(2, oneWay.size());
        assertEquals(1, oneWay.get(same[0]));
        assertEquals(2, oneWay.get(same[1]));
        assertEquals(3, oneWay.with(same[1], 3).get(same[1]));
        assertEquals(4, oneWay.with(same[0], 4).get(same[0]));
        assertEquals(2, oneWay.with(same[1], 3).size());
        assertEquals(BytesMap.<Integer>empty().with(same[1], 2), oneWay.without(same[0]));
        assertEquals(BytesMap.<Integer>empty().with(same[0], 1), oneWay.without(same[1]));
        assertTrue(oneWay.without(same[1]).without(same[0]).isEmpty());
        Map<Bytes, Integer> visited = new HashMap<>();
        oneWay.forEach(visited::put);
        assertEquals(Map.of(same[0], 1, same[1], 2), visited);
        assertIterates(oneWay);
        assertIterates(oneWay.with(ONE, 3).with(TWO, 4));
        assertIterates(BytesMap.empty());
    }
}
