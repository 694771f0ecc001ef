package io.godwit.protocol.planner;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ArrangementTest {
    private static final Arrangement X = Arrangement.of(4, 0, 2);

    @Test
    void knowsWhoIsWhere() {
        assertEquals(3, X.size());
        assertEquals(4, X.primary());
        assertEquals(2, X.at(2));
        assertEquals(2, X.slotOf(2));
        assertEquals(0, X.slotOf(4));
        assertEquals(Arrangement.NO_SLOT, X.slotOf(7));
        assertEquals(Arrangement.NO_SLOT, X.slotOf(0));
        assertTrue(X.holds(4));
        assertFalse(X.holds(7));
        assertArrayEquals(new int[] {4, 2}, X.held().toArray());
    }

    @Test
    void countsMembersOnce() {
        assertEquals(2, X.copies());
        assertEquals(1, Arrangement.of(5, 5).copies());
        assertEquals(0, Arrangement.empty(3).copies());
    }

    @Test
    void arrangementIsAValue() {
        int[] members = {4, 0, 2};
        Arrangement same = Arrangement.of(members);
        members[0] = 9;
        same.toArray()[0] = 9;
        assertEquals(X, same);
        assertEquals(X.hashCode(), same.hashCode());
        assertNotEquals(X, Arrangement.of(4, 2, 0));
        assertNotEquals(X.hashCode(), Arrangement.of(4, 2, 0).hashCode());
        assertNotEquals(X, "[4, -, 2]");
        assertEquals("[4, -, 2]", X.toString());
    }

    @Test
    void hasASlot() {
        assertThrows(IllegalArgumentException.class, Arrangement::of);
    }
}
