package io.godwit.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.bench.TraceBenchCommand.PairedRounds;
import io.godwit.bench.TracedCluster.Round;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairedRoundsTest {
    private static final long SECOND = 1_000_000_000;

    private static Round round(long calls, double processorSeconds) {
        return new Round(calls, SECOND, (long) (processorSeconds * SECOND));
    }

    private final PairedRounds pairs = new PairedRounds(
            List.of(round(100, 0.5), round(300, 1), round(90, 0.9)),
            List.of(round(200, 1), round(100, 1), round(100, 1)));

    @Test
    void sumsAreCompared() {
        assertEquals(490.0 / 400, pairs.overAll(Round::perSecond), 1e-9);
        assertEquals((2.4 / 490) / (3.0 / 400), pairs.overAll(Round::microsPerCall), 1e-9);
    }

    @Test
    void pairInTheMiddleCounts() {
        assertEquals(0.9, pairs.median(Round::perSecond), 1e-9);
    }

    @Test
    void tableHasBoth() {
        List<String> lines = pairs.table().lines().toList();
        assertEquals("| calls per second | 133.3 | 163.3 | 1.225 | 0.900 |", lines.get(2));
        assertTrue(lines.get(3).startsWith("| processor us per call | 7500.0 | 4898.0 |"), lines.get(3));
    }

    @Test
    void eachNeedsItsPair() {
        assertThrows(IllegalArgumentException.class, () -> new PairedRounds(List.of(), List.of()));
        assertThrows(IllegalArgumentException.class, () -> new PairedRounds(List.of(round(1, 1)), List.of()));
    }
}
