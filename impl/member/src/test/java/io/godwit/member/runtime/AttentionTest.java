package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AttentionTest {
    private static final long MS = 1_000_000;

    @Test
    void goesWithTheClockOfWhoLooksOften() {
        Attention attention = new Attention(-7 * MS);
        for (long i = 1; i <= 1000; i++) {
            assertEquals(10 * i * MS, attention.look((10 * i - 7) * MS));
        }
        assertEquals(10_000 * MS, attention.listened());
    }

    @Test
    void takesALongAbsenceForAMoment() {
        Attention attention = new Attention(5 * MS);
        assertEquals(3 * MS, attention.look(8 * MS));
        assertEquals(53 * MS, attention.look(60_008 * MS));
        assertEquals(103 * MS, attention.look(60_058 * MS));
        assertEquals(103 * MS, attention.listened());
    }
}
