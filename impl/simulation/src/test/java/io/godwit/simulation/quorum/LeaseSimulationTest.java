package io.godwit.simulation.quorum;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Copies;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Runs;
import io.godwit.simulation.Subject;
import io.godwit.simulation.run.SelectedProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Members with read leases on clocks that drift: three times, one is cut off, by whose clock time passes more slowly. */
class LeaseSimulationTest {
    private static final Subject<?> READS =
            new SelectedProperties<>(new QuorumSubject(Quorum.whole()), Set.of("Linearizable", "AckedDurable", "Runs"));

    private static final long SECOND = 1_000_000;
    private static final long DRIFT = -390_000;
    /** Within this bound all clocks stay. */
    private static final int ENOUGH = 400_000;

    private static final int TOO_LITTLE = 1_000;
    private static final int SEEDS = 40;

    /** The run of a seed with leases for clocks within a bound, in parts per million. */
    private static RunResult run(long seed, int bound) {
        List<Fault> faults = new ArrayList<>();
        faults.add(Fault.at(0, FaultKind.LEASES, 0, 0, bound, 2 * SECOND));
        for (int i = 0; i < 3; i++) {
            long at = (3 + 6 * i) * SECOND;
            int site = 1 + (int) (seed + i) % 3;
            faults.add(Fault.at(at - SECOND / 2, FaultKind.DRIFT, site, 0, DRIFT, 5 * SECOND));
            faults.add(Fault.at(at, FaultKind.ISOLATE, site, 0, 0, 4 * SECOND));
        }
        RunPlan plan =
                new RunPlan("quorum", seed, 3, 3, Copies.all(2), 4, 30 * SECOND, 21 * SECOND, 6, faults, List.of());
        return Runs.run(READS, plan);
    }

    @Test
    void readsAreFreshWhileClocksStayWithinTheBound() {
        for (long seed = 1; seed <= 8; seed++) {
            RunResult result = run(seed, ENOUGH);
            assertTrue(result.passed(), "seed " + seed + ": " + result.violation());
        }
    }

    /** The bound is an assumption: without it a replaced primary goes on reading. */
    @Test
    void staleReadIsFoundWhenClocksAreBeyondTheBound() {
        assertTrue(
                LongStream.rangeClosed(1, SEEDS)
                        .mapToObj(seed -> run(seed, TOO_LITTLE))
                        .anyMatch(result -> !result.passed()),
                SEEDS + " seeds pass");
    }
}
