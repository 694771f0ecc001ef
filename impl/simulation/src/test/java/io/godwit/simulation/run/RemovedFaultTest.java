package io.godwit.simulation.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.quorum.Quorum;
import io.godwit.simulation.Fault;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.Runs;
import io.godwit.simulation.quorum.QuorumSubject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a plan without one of its faults has in common with the whole plan. */
class RemovedFaultTest {
    private static final QuorumSubject QUORUM = new QuorumSubject(Quorum.whole());
    private static final long SEEDS = 5;

    private static List<String> before(long micros, String log) {
        return log.lines()
                .takeWhile(line -> Long.parseLong(line.substring(0, 9).strip()) < micros)
                .toList();
    }

    @Test
    void logBeforeTheLastFaultIsTheSameWithoutIt() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            RunPlan plan = Runs.planner(QUORUM, 5, 8, "crash,isolate,jitter,loss,power-cut")
                    .plan(seed);
            List<Fault> faults = plan.faults();
            Fault last = faults.get(faults.size() - 1);
            RunPlan without = plan.withFaults(faults.subList(0, faults.size() - 1));
            String log = Runs.log(QUORUM, plan);
            String other = Runs.log(QUORUM, without);
            assertNotEquals(log, other);
            List<String> same = before(last.at(), log);
            assertTrue(same.size() > 1_000, "seed " + seed);
            assertEquals(same, before(last.at(), other), "seed " + seed);
        }
    }
}
