package io.godwit.protocol.map;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongMapTest {
    @Test
    void emptyMapHasNothing() {
        LongMap<String> map = LongMap.empty();
        assertEquals(0, map.size());
        assertTrue(map.isEmpty());
        assertNull(map.get(0));
        assertArrayEquals(new long[0], map.keys());
        assertEquals("{}", map.toString());
        assertSame(map, map.without(7));
    }

    @Test
    void keepsWhatItHadWhenAKeyIsAdded() {
        LongMap<String> one = LongMap.<String>empty().with(5, "five");
        LongMap<String> two = one.with(-3, "minus three");
        assertEquals("five", two.get(5));
        assertEquals("minus three", two.get(-3));
        assertEquals(2, two.size());
        assertFalse(two.isEmpty());
        assertNull(one.get(-3));
        assertEquals(1, one.size());
        assertArrayEquals(new long[] {-3, 5}, two.keys());
        assertEquals("{-3: minus three, 5: five}", two.toString());
    }

    @Test
    void replacesAValue() {
        LongMap<String> before = LongMap.<String>empty().with(5, "five");
        LongMap<String> after = before.with(5, "cinq");
        assertEquals("cinq", after.get(5));
        assertEquals(1, after.size());
        assertEquals("five", before.get(5));
        assertSame(after, after.with(5, after.get(5)));
        assertThrows(NullPointerException.class, () -> after.with(5, null));
    }

    @Test
    void behavesLikeAHashMapWhateverIsAddedAndRemoved() {
        Random random = new Random(7);
        Map<Long, Integer> expected = new HashMap<>();
        LongMap<Integer> map = LongMap.empty();
        for (int i = 0; i < 20_000; i++) {
            long key = random.nextInt(4) == 0 ? random.nextLong(8) << 59 : random.nextLong(2_000) - 1_000;
            if (random.nextInt(3) == 0) {
                map = map.without(key);
                expected.remove(key);
            } else {
                map = map.with(key, i);
                expected.put(key, i);
            }
            assertEquals(expected.size(), map.size());
            assertEquals(expected.get(key), map.get(key));
        }
        Map<Long, Integer> visited = new HashMap<>();
        map.forEach(visited::put);
        assertEquals(expected, visited);
        assertArrayEquals(expected.keySet().stream().mapToLong(k -> k).sorted().toArray(), map.keys());
    }

    @Test
    void equalMapsAreEqualWhateverCameBefore() {
        List<Long> keys = new ArrayList<>();
        Random random = new Random(3);
        for (int i = 0; i < 3_000; i++) {
            keys.add(random.nextLong());
        }
        LongMap<Long> grown = LongMap.empty();
        for (long key : keys.subList(0, 50)) {
            grown = grown.with(key, key);
        }
        LongMap<Long> shrunk = LongMap.empty();
        for (long key : keys) {
            shrunk = shrunk.with(key, key);
        }
        for (long key : keys.subList(50, keys.size())) {
            shrunk = shrunk.without(key);
        }
        assertEquals(grown, shrunk);
        assertEquals(grown.hashCode(), shrunk.hashCode());
        List<Long> order = new ArrayList<>();
        List<Long> other = new ArrayList<>();
        grown.forEach((key, value) -> order.add(key));
        shrunk.forEach((key, value) -> other.add(key));
        assertEquals(order, other);
        assertEquals(50, order.size());
        LongMap<Long> empty = grown;
        for (long key : keys.subList(0, 50)) {
            empty = empty.without(key);
        }
        assertSame(LongMap.<Long>empty(), empty);
    }

    @Test
    void differentMapsAreNotEqual() {
        LongMap<String> map = LongMap.<String>empty().with(1, "a").with(2, "b");
        assertNotEquals(map, map.with(2, "c"));
        assertNotEquals(map, map.without(2));
        assertNotEquals(map, map.without(2).with(3, "b"));
        assertNotEquals(map, LongMap.empty());
        assertNotEquals(map, "{1: a, 2: b}");
        assertNotEquals(0, map.hashCode());
    }

    private static List<Long> iterated(LongMap<Long> map) {
        List<Long> keys = new ArrayList<>();
        for (Iterator<LongMap.Entry<Long>> all = map.iterator(); all.hasNext(); ) {
            LongMap.Entry<Long> next = all.next();
            assertEquals(map.get(next.key()), next.value());
            keys.add(next.key());
        }
        return keys;
    }

    @Test
    void iteratesInTheOrderOfForEach() {
        Random random = new Random(11);
        LongMap<Long> map = LongMap.empty();
        for (int i = 0; i < 5_000; i++) {
            if (i < 100 || i % 500 == 0) {
                List<Long> visited = new ArrayList<>();
                map.forEach((key, value) -> visited.add(key));
                assertEquals(visited, iterated(map));
                assertEquals(map.size(), visited.size());
            }
            map = map.with(random.nextBoolean() ? i : random.nextLong(), random.nextLong());
        }
    }

    @Test
    void endsAfterTheLastKey() {
        assertFalse(LongMap.empty().iterator().hasNext());
        assertThrows(NoSuchElementException.class, LongMap.empty().iterator()::next);
        Iterator<LongMap.Entry<String>> one =
                LongMap.<String>empty().with(5, "five").iterator();
        assertEquals(new LongMap.Entry<>(5, "five"), one.next());
        assertThrows(NoSuchElementException.class, one::next);
    }

    /** Two keys that differ in the last bit of their path: the deepest trie that there is. */
    @Test
    void iteratesOverKeysThatPartAtTheLastBits() {
        LongMap<Long> map = LongMap.empty();
        long one = unscrambled(0);
        long two = unscrambled(1L << 63);
        map = map.with(one, 1L).with(two, 2L);
        assertEquals(List.of(one, two), iterated(map));
    }

    /** The key that the trie scrambles to these bits. */
    private static long unscrambled(long bits) {
        long product = bits * inverse(0xD6E8FEB86659FD93L);
        long key = product ^ (product >>> 32);
        return key * inverse(0x9E3779B97F4A7C15L);
    }

    /** The number by which an odd number has to be multiplied for 1, modulo 2^64. */
    private static long inverse(long odd) {
        long inverse = odd;
        for (int i = 0; i < 6; i++) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }
}
