package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LoadMonitorTest {
    private static final long MS = 1_000_000;

    private final LoadMonitor load = new LoadMonitor();

    @Test
    void noCallAtFirst() {
        // The clock may begin anywhere.
        assertFalse(load.isRecent(0));
        assertFalse(load.isRecent(-5 * MS));
    }

    @Test
    void callCountsForOneSecond() {
        load.note(-500 * MS);
        assertTrue(load.isRecent(-500 * MS));
        assertTrue(load.isRecent(499 * MS));
        assertFalse(load.isRecent(500 * MS));
        load.note(700 * MS);
        assertTrue(load.isRecent(1_600 * MS));
        load.note(Long.MIN_VALUE);
        assertTrue(load.isRecent(Long.MIN_VALUE + 999 * MS));
        load.note(Long.MAX_VALUE);
        assertTrue(load.isRecent(Long.MIN_VALUE));
    }
}
