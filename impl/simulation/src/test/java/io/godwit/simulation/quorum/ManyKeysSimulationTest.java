package io.godwit.simulation.quorum;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Copies;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Runs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls for many keys, again and again, while members die and come back, are cut off and lose messages. Their history is linearizable. */
class ManyKeysSimulationTest {
    private static final long SECOND = 1_000_000;
    private static final int SEEDS = 6;
    private static final int KEYS = 64;

    private static RunPlan plan(long seed) {
        List<Fault> faults = new ArrayList<>();
        faults.add(Fault.at(SECOND, FaultKind.MANY_KEYS, 1 + (int) seed % 3, 4, KEYS, 18 * SECOND));
        for (int i = 0; i < 4; i++) {
            long at = (2 + 4 * i) * SECOND + seed * 100_000 % SECOND;
            int site = 1 + (int) (seed + i) % 3;
            FaultKind kind = List.of(FaultKind.REBOOT, FaultKind.ISOLATE, FaultKind.CRASH, FaultKind.PAUSE)
                    .get(i);
            faults.add(Fault.at(at, kind, site, 0, 0, SECOND));
        }
        faults.add(Fault.at(3 * SECOND, FaultKind.RESET, 0, 0, 5_000, 10 * SECOND));
        return new RunPlan("quorum", seed, 3, 3, Copies.all(2), 4, 30 * SECOND, 21 * SECOND, 4, faults, List.of());
    }

    @Test
    void eachKeyIsACallOfItsOwn() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            RunResult result = Runs.run(new QuorumSubject(Quorum.whole()), plan(seed));
            assertTrue(result.passed(), "seed " + seed + ": " + result.violation());
            assertTrue(result.calls().ended() > 10 * KEYS, "seed " + seed);
            assertTrue(result.calls().batches() > 0, "seed " + seed);
        }
    }

    /** Members that do not know common frames get calls of their own, before and after others know them; else the run fails. */
    @Test
    void olderMembersAreSentWhatTheyKnow() {
        for (long seed = 1; seed <= 3; seed++) {
            List<Fault> faults = List.of(
                    Fault.at(SECOND, FaultKind.MANY_KEYS, 1 + (int) seed % 3, 4, KEYS, 18 * SECOND),
                    Fault.at(3 * SECOND, FaultKind.UPGRADE, 0, 0, 0, 12 * SECOND));
            RunPlan plan =
                    new RunPlan("quorum", seed, 3, 3, Copies.all(2), 4, 30 * SECOND, 21 * SECOND, 4, faults, List.of());
            RunResult result = Runs.run(new QuorumSubject(Quorum.whole()), plan);
            assertTrue(result.passed(), "seed " + seed + ": " + result.violation());
            assertTrue(result.calls().ended() > 10 * KEYS, "seed " + seed);
            assertTrue(result.calls().batches() > 0, "seed " + seed);
        }
    }
}
