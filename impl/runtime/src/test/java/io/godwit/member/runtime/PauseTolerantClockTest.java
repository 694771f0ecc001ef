package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PauseTolerantClockTest {
    private static final long MS = 1_000_000;

    @Test
    void followsTheClockWithoutGaps() {
        PauseTolerantClock clock = new PauseTolerantClock(-7 * MS);
        for (long i = 1; i <= 1000; i++) {
            assertEquals(10 * i * MS, clock.advance((10 * i - 7) * MS));
        }
        assertEquals(10_000 * MS, clock.listened());
    }

    @Test
    void longGapCountsAsShortOne() {
        PauseTolerantClock clock = new PauseTolerantClock(5 * MS);
        assertEquals(3 * MS, clock.advance(8 * MS));
        assertEquals(53 * MS, clock.advance(60_008 * MS));
        assertEquals(103 * MS, clock.advance(60_058 * MS));
        assertEquals(103 * MS, clock.listened());
    }
}
