package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Event;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureDetectorTest {
    private final FailureDetector detector = new FailureDetector(100);

    @Test
    void silentMemberIsSuspectedOnce() {
        detector.hear(2, 0);
        assertEquals(List.of(), detector.look(List.of(2), 100));
        assertEquals(List.of(new Event.Suspect(2)), detector.look(List.of(2), 101));
        assertEquals(List.of(), detector.look(List.of(2), 300));
        assertTrue(detector.hear(2, 301));
        assertFalse(detector.hear(2, 302));
        assertEquals(List.of(), detector.look(List.of(2), 400));
    }

    @Test
    void silenceOfUnheardMemberBeginsWithFirstLook() {
        assertEquals(List.of(), detector.look(List.of(3), 1_000));
        assertEquals(List.of(), detector.look(List.of(3), 1_100));
        assertEquals(List.of(new Event.Suspect(3)), detector.look(List.of(3), 1_101));
    }

    @Test
    void endedProcessIsSuspectedAtOnceAndOnce() {
        detector.hear(2, 0);
        assertTrue(detector.gone(2));
        assertFalse(detector.gone(2));
        assertEquals(List.of(), detector.look(List.of(2), 300));
        assertTrue(detector.hear(2, 301));
        assertTrue(detector.gone(2));
    }

    @Test
    void unheardMemberIsNotSuspectedForEndedProcess() {
        assertFalse(detector.gone(2));
    }

    @Test
    void removedMemberIsForgotten() {
        detector.look(List.of(3), 0);
        detector.look(List.of(3), 500);
        detector.look(List.of(), 600);
        assertFalse(detector.hear(3, 700));
    }
}
