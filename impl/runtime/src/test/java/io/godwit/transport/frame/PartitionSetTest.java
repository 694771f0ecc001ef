package io.godwit.transport.frame;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionSetTest {
    private static PartitionSet of(int... partitions) {
        BitSet bits = new BitSet();
        for (int p : partitions) {
            bits.set(p);
        }
        return PartitionSet.of(bits);
    }

    @Test
    void copyDoesNotChange() {
        BitSet bits = new BitSet();
        bits.set(3);
        PartitionSet set = PartitionSet.of(bits);
        bits.set(4);
        set.toBits().clear();
        assertEquals(of(3), set);
        assertEquals(of(3).hashCode(), set.hashCode());
        assertNotEquals(of(4), set);
    }

    @Test
    void partitionsAreFound() {
        PartitionSet set = of(1, 2, 70);
        assertFalse(set.isEmpty());
        assertTrue(PartitionSet.NONE.isEmpty());
        assertEquals(1, set.next(0));
        assertEquals(70, set.next(3));
        assertEquals(-1, set.next(71));
        assertEquals(3, set.nextMissing(1));
        List<Integer> all = new ArrayList<>();
        set.forEach(all::add);
        assertEquals(List.of(1, 2, 70), all);
    }

    @Test
    void setIsInALargerOne() {
        assertTrue(of(1, 3).isIn(PartitionSet.range(0, 4).toBits()));
        assertFalse(of(1, 4).isIn(PartitionSet.range(0, 4).toBits()));
        assertTrue(PartitionSet.NONE.isIn(new BitSet()));
    }

    @Test
    void bytesHaveABitForEachPartition() {
        assertArrayEquals(new byte[] {1, 0x42}, of(0, 9, 14).toBytes());
    }

    @Test
    void textHasRuns() {
        assertEquals("[0-3, 7, 9-10]", of(0, 1, 2, 3, 7, 9, 10).toString());
        assertEquals("[]", PartitionSet.NONE.toString());
    }
}
