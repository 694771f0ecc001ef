package io.godwit.protocol.map;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BytesTest {
    @Test
    void areCopiedUnlessGivenAway() {
        byte[] mine = {1, 2};
        Bytes copy = Bytes.of(mine);
        Bytes owner = Bytes.owning(mine);
        mine[0] = 9;
        assertEquals(Bytes.of((byte) 1, (byte) 2), copy);
        assertSame(mine, owner.shared());
        copy.toArray()[0] = 9;
        assertArrayEquals(new byte[] {1, 2}, copy.toArray());
        assertEquals(2, copy.length());
    }

    @Test
    void holdNumbers() {
        for (long number : new long[] {0, 1, -1, Long.MIN_VALUE, 0x0102030405060708L}) {
            assertEquals(number, Bytes.ofNumber(number).number());
        }
        assertArrayEquals(
                new byte[] {1, 2, 3, 4, 5, 6, 7, 8},
                Bytes.ofNumber(0x0102030405060708L).toArray());
        assertTrue(Bytes.ofNumber(5).isNumber());
        assertFalse(Bytes.EMPTY.isNumber());
        assertThrows(IllegalStateException.class, Bytes.EMPTY::number);
    }

    /** The test vectors that the hash's authors have published. */
    @Test
    void areHashedAsEverywhereElse() {
        assertEquals(0xCBF29CE484222325L, Bytes.EMPTY.hash());
        assertEquals(0xAF63DC4C8601EC8CL, Bytes.of("a".getBytes(US_ASCII)).hash());
        assertEquals(0x85944171F73967E8L, Bytes.of("foobar".getBytes(US_ASCII)).hash());
    }

    @Test
    void areSpreadOverAllPartitions() {
        int[] keys = new int[7];
        for (int i = 0; i < 7_000; i++) {
            keys[Bytes.ofNumber(i).partition(keys.length)]++;
        }
        for (int count : keys) {
            assertTrue(count > 900 && count < 1_100, "keys in a partition: " + count);
        }
        assertEquals(0, Bytes.ofNumber(77).partition(1));
    }

    @Test
    void areOrderedAsUnsignedNumbers() {
        assertTrue(Bytes.of((byte) 1).compareTo(Bytes.of((byte) -1)) < 0);
        assertTrue(Bytes.of((byte) 1, (byte) 0).compareTo(Bytes.of((byte) 1)) > 0);
        assertEquals(0, Bytes.of((byte) 3).compareTo(Bytes.of((byte) 3)));
    }

    @Test
    void areValues() {
        assertEquals(Bytes.of((byte) 3).hashCode(), Bytes.of((byte) 3).hashCode());
        assertNotEquals(Bytes.of((byte) 3), Bytes.of((byte) 4));
        assertNotEquals(Bytes.EMPTY.hashCode(), Bytes.of((byte) 4).hashCode());
        assertNotEquals(Bytes.EMPTY, "");
        assertEquals("01ff", Bytes.of((byte) 1, (byte) -1).toString());
        assertEquals("0000000000000000.. of 9", Bytes.of(new byte[9]).toString());
        assertEquals("0000000000000000", Bytes.of(new byte[8]).toString());
    }
}
