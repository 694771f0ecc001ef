package io.godwit.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.lab.Lab.LabException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SignalsTest {
    @Test
    void stopsAndGoesOn() throws Exception {
        Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
        try {
            for (int i = 0; i < 50; i++) {
                Signals.stop(busy.pid());
                assertTrue(Signals.isStopped(busy.pid()));
                Signals.goOn(busy.pid());
                assertFalse(Signals.isStopped(busy.pid()));
            }
        } finally {
            busy.destroyForcibly().waitFor();
        }
        assertThrows(LabException.class, () -> Signals.stop(busy.pid()));
    }

    @Test
    void waitsUntilItHasStopped() throws Exception {
        Deque<Character> states = new ArrayDeque<>(List.of('R', 'D', 'R', 'T', 'R'));
        Signals.awaitStopped(7, pid -> states.remove(), 60_000);
        assertEquals(List.of('R'), List.copyOf(states));
    }

    @Test
    void saysSoIfItRunsOn() {
        LabException refusal = assertThrows(LabException.class, () -> Signals.awaitStopped(7, pid -> 'R', 5));
        assertTrue(refusal.getMessage().contains("process 7"), refusal.getMessage());
    }

    @Test
    void waitsForNoProcessThatEnds() throws Exception {
        // It waits for its parent to ask how it ended, and cannot stop any more.
        Deque<Character> states = new ArrayDeque<>(List.of('R', 'Z', 'R'));
        Signals.awaitStopped(7, pid -> states.remove(), 60_000);
        assertEquals(List.of('R'), List.copyOf(states));
    }
}
