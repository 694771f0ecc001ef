package io.godwit.simulation.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.member.runtime.MapSettings;
import io.godwit.protocol.Copies;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Runs;
import io.godwit.simulation.SeededRandom;
import io.godwit.simulation.quorum.QuorumSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A whole zone dies, with all that its members hold in memory and on disk. */
class ZonesTest {
    private static final QuorumSubject QUORUM = new QuorumSubject(Quorum.whole());
    private static final int MEMBERS = 6;
    private static final long SECOND = 1_000_000;
    private static final int RUNS = 12;

    private static RunPlan plan(long seed) {
        return Runs.planner(QUORUM, MEMBERS, 15, "all")
                .plain(seed)
                .withPartitions(6, Copies.all(3))
                .withFaults(List.of());
    }

    /** The sites of the founders by zone. */
    private static Map<String, List<Integer>> zones(long seed) {
        MemberConfigs configs = new MemberConfigs(plan(seed), new SeededRandom(seed), null, MapSettings.NONE);
        return IntStream.rangeClosed(1, MEMBERS).boxed().collect(Collectors.groupingBy(configs::zone));
    }

    @Test
    void zoneThatDiesLosesNothing() {
        int runs = 0;
        for (long seed = 1; runs < RUNS; seed++) {
            Map<String, List<Integer>> zones = zones(seed);
            if (zones.size() == 3 && zones.values().stream().allMatch(it -> it.size() == 2)) {
                runs++;
                List<Integer> dying = List.copyOf(zones.values()).get(runs % 3);
                List<Fault> faults = new ArrayList<>();
                dying.forEach(site -> faults.add(Fault.at(6 * SECOND, FaultKind.CRASH, site, 0, 0, SECOND)));
                RunResult result = Runs.run(QUORUM, plan(seed).withFaults(faults));
                assertTrue(result.passed(), "seed " + seed + ", zone " + dying + ": " + result.violation());
                assertEquals(2, result.happened().get("crash"), result.happened()::toString);
            }
        }
    }
}
