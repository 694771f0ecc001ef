package io.godwit.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MemberSetTest {
    private static final MemberSet SET = MemberSet.of(5, 2, 9, 2);

    @Test
    void membersAreInOrderAndOnce() {
        assertEquals(3, SET.size());
        assertEquals(2, SET.get(0));
        assertEquals(5, SET.get(1));
        assertEquals(9, SET.get(2));
        assertArrayEquals(new int[] {2, 5, 9}, SET.toArray());
        assertArrayEquals(new int[] {2, 5, 9}, SET.stream().toArray());
        assertEquals(SET, MemberSet.of(List.of(9, 5, 2)));
        assertEquals(2, SET.oldest());
        assertEquals("{2, 5, 9}", SET.toString());
    }

    /** Few are put in order in another way than many. */
    @Test
    void anyNumberIsPutInOrder() {
        for (int size = 0; size < 50; size++) {
            int[] mixed = new Random(size).ints(size, 1, 40).toArray();
            int[] ordered = Arrays.stream(mixed).sorted().distinct().toArray();
            assertArrayEquals(ordered, MemberSet.of(mixed).toArray());
        }
    }

    @Test
    void nobody() {
        assertTrue(MemberSet.of().isEmpty());
        assertFalse(SET.isEmpty());
        assertEquals(0, MemberSet.of().size());
        assertEquals(Members.NONE, MemberSet.of().oldest());
        assertSame(MemberSet.of(), MemberSet.of(List.of()));
        assertEquals("{}", MemberSet.of().toString());
    }

    @Test
    void membersOfSetAreFound() {
        assertTrue(SET.contains(2));
        assertTrue(SET.contains(9));
        assertFalse(SET.contains(3));
        assertEquals(0, SET.indexOf(2));
        assertEquals(2, SET.indexOf(9));
        assertTrue(SET.indexOf(1) < 0);
        assertTrue(SET.indexOf(10) < 0);
        assertTrue(SET.containsAll(MemberSet.of(9, 2)));
        assertTrue(SET.containsAll(MemberSet.of()));
        assertFalse(SET.containsAll(MemberSet.of(2, 3)));
        assertFalse(SET.containsAll(MemberSet.of(3, 9)));
    }

    @Test
    void oneMore() {
        assertEquals(MemberSet.of(1, 2, 5, 9), SET.with(1));
        assertEquals(MemberSet.of(2, 4, 5, 9), SET.with(4));
        assertEquals(MemberSet.of(2, 5, 9, 11), SET.with(11));
        assertEquals(MemberSet.of(4), MemberSet.of().with(4));
        assertSame(SET, SET.with(5));
    }

    @Test
    void oneLess() {
        assertEquals(MemberSet.of(2, 9), SET.without(5));
        assertSame(SET, SET.without(4));
        assertEquals(MemberSet.of(), MemberSet.of(4).without(4));
    }

    @Test
    void twoSets() {
        assertEquals(MemberSet.of(2, 3, 5, 9), SET.union(MemberSet.of(3, 5)));
        assertSame(SET, SET.union(MemberSet.of(5, 9)));
        assertEquals(MemberSet.of(5, 9), SET.intersect(MemberSet.of(1, 5, 9)));
        assertSame(SET, SET.intersect(MemberSet.of(1, 2, 5, 9)));
        assertEquals(MemberSet.of(2), SET.minus(MemberSet.of(1, 5, 9)));
        assertSame(SET, SET.minus(MemberSet.of(1)));
        assertEquals(MemberSet.of(5, 9), SET.filter(m -> m > 2));
        assertSame(SET, SET.filter(m -> true));
    }

    @Test
    void equalSetsAreEqual() {
        assertEquals(MemberSet.of(9, 5, 2).hashCode(), SET.hashCode());
        assertNotEquals(MemberSet.of(2, 5).hashCode(), SET.hashCode());
        assertNotEquals(SET, MemberSet.of(2, 5));
        assertNotEquals(SET, MemberSet.of(2, 5, 8));
        assertFalse(SET.equals(null));
        assertFalse(SET.equals((Object) "{2, 5, 9}"));
    }

    @Test
    void arrayIsACopy() {
        SET.toArray()[0] = 7;
        assertEquals(2, SET.get(0));
    }
}
