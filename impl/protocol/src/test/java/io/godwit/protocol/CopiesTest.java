package io.godwit.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.godwit.protocol.Protocol.Setup;
import org.junit.jupiter.api.Test;

class CopiesTest {
    private static final Copies THREE = Copies.ranges(4, 2, 1, 3);

    @Test
    void rangesFollowEachOther() {
        int[] wanted = new int[12];
        for (int p = 0; p < wanted.length; p++) {
            wanted[p] = THREE.of(p);
        }
        assertArrayEquals(new int[] {2, 2, 2, 2, 1, 1, 1, 1, 3, 3, 3, 3}, wanted);
        assertEquals(3, THREE.ranges());
        assertEquals(1, THREE.ofRange(1));
        assertArrayEquals(new int[] {2, 1, 3}, THREE.toArray());
    }

    @Test
    void oneRangeHasNoLength() {
        assertEquals(5, Copies.all(5).of(50_020));
        assertEquals(5, Copies.all(5).only());
        assertEquals(Copies.all(5), Copies.ranges(7, 5));
        assertEquals(Copies.all(5).hashCode(), Copies.ranges(7, 5).hashCode());
        assertThrows(IllegalStateException.class, THREE::only);
    }

    @Test
    void differentOnesDiffer() {
        assertEquals(THREE, Copies.ranges(4, 2, 1, 3));
        assertNotEquals(THREE, Copies.ranges(5, 2, 1, 3));
        assertNotEquals(THREE, Copies.ranges(4, 2, 3, 1));
        assertNotEquals(Copies.all(2), (Object) 2);
        assertEquals("[2, 1, 3] by 4", THREE.toString());
        assertEquals("2", Copies.all(2).toString());
    }

    @Test
    void membersCanHoldOneEach() {
        assertSame(THREE, THREE.among(3));
        assertEquals(Copies.ranges(4, 2, 1, 2), THREE.among(2));
        assertEquals(Copies.ranges(4, 1, 1, 1), THREE.among(0));
    }

    @Test
    void meaninglessMessageIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> Copies.all(0));
        assertThrows(IllegalArgumentException.class, () -> Copies.all(8));
        assertThrows(IllegalArgumentException.class, () -> Copies.ranges(4));
        assertThrows(IllegalArgumentException.class, () -> Copies.ranges(0, 1, 2));
        MemberSet one = MemberSet.of(1);
        assertEquals(4, new Setup(one, 12, THREE, 1).width());
        assertEquals(12, new Setup(one, 12, 2, 1).width());
        assertThrows(IllegalArgumentException.class, () -> new Setup(one, 0, 2, 1));
        assertThrows(IllegalArgumentException.class, () -> new Setup(one, 15, THREE, 1));
    }
}
