package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class VisitsTest {
    private static final long MS = 1_000_000;

    private final Visits visits = new Visits();

    @Test
    void nobodyHasCalledAtFirst() {
        // The clock may begin anywhere.
        assertFalse(visits.areRecent(0));
        assertFalse(visits.areRecent(-5 * MS));
    }

    @Test
    void aCallCountsForASecond() {
        visits.note(-500 * MS);
        assertTrue(visits.areRecent(-500 * MS));
        assertTrue(visits.areRecent(499 * MS));
        assertFalse(visits.areRecent(500 * MS));
        visits.note(700 * MS);
        assertTrue(visits.areRecent(1_600 * MS));
        visits.note(Long.MIN_VALUE);
        assertTrue(visits.areRecent(Long.MIN_VALUE + 999 * MS));
        visits.note(Long.MAX_VALUE);
        assertTrue(visits.areRecent(Long.MIN_VALUE));
    }
}
