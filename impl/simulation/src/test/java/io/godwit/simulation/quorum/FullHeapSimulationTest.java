package io.godwit.simulation.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Copies;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.simulation.CoverageGoal;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Runs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Members whose heaps fill up, one after the other and at once, while another one dies, and have room again. */
class FullHeapSimulationTest {
    private static final long SECOND = 1_000_000;
    private static final int SEEDS = 6;

    private static RunPlan plan(long seed) {
        List<Fault> faults = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            long at = (2 + 4 * i) * SECOND + seed * 100_000 % SECOND;
            int site = 1 + (int) (seed + i) % 3;
            faults.add(Fault.at(at, FaultKind.FULL_HEAP, site, 0, 0, 5 * SECOND));
            if (i % 2 == 0) {
                faults.add(Fault.at(at + SECOND, FaultKind.CRASH, 1 + site % 3, 0, 0, SECOND));
            }
        }
        return new RunPlan("quorum", seed, 3, 3, Copies.all(2), 4, 30 * SECOND, 21 * SECOND, 4, faults, List.of());
    }

    @Test
    void heapsFillUpAndHaveRoomAgain() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            RunResult result = Runs.run(new QuorumSubject(Quorum.whole()), plan(seed));
            assertTrue(result.passed(), "seed " + seed + ": " + result.violation());
            assertEquals(4, result.reached().get(CoverageGoal.HEAP_FULL.text()), "seed " + seed);
            assertTrue(result.reached().get(CoverageGoal.HEAP_HAS_ROOM.text()) > 0, "seed " + seed);
        }
    }
}
