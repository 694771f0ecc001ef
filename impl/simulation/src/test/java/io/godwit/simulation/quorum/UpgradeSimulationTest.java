package io.godwit.simulation.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Copies;
import io.godwit.protocol.Event;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.Registers;
import io.godwit.protocol.quorum.Voters;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.simulation.Cluster;
import io.godwit.simulation.Cluster.MemberView;
import io.godwit.simulation.CoverageGoal;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.Observer;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunPlanner;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Runs;
import io.godwit.simulation.run.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Members are upgraded one after the other, while others die and are cut off, and the version rises. */
class UpgradeSimulationTest {
    private static final long SECOND = 1_000_000;
    private static final int SEEDS = 6;

    /** A new master begins with the first version again. */
    private static final class ForgettingVoters extends Voters {
        ForgettingVoters(Rules rules, Registers registers) {
            super(rules, registers);
        }

        @Override
        public Step<ControlState> restampVoters(ControlState state, int term) {
            Voting voting = state.voting();
            Voting forgotten = new Voting(voting.version(), voting.voters(), voting.state(), ClusterVersion.FIRST);
            return super.restampVoters(state.withVoting(forgotten), term);
        }
    }

    private static Quorum forgetting() {
        return new Quorum(Rules.ALL, new Quorum.Modules() {
            @Override
            public Voters voters(Rules rules, Registers registers) {
                return new ForgettingVoters(rules, registers);
            }
        });
    }

    private static RunPlan plan(long seed) {
        List<Fault> faults = new ArrayList<>();
        faults.add(Fault.at(2 * SECOND, FaultKind.UPGRADE, 0, 0, 0, 10 * SECOND));
        for (int i = 0; i < 6; i++) {
            long at = (3 + 3 * i) * SECOND + seed * 100_000 % SECOND;
            int site = 1 + (int) (seed + i) % 3;
            FaultKind kind = i % 2 == 0 ? FaultKind.ISOLATE : FaultKind.REBOOT;
            faults.add(Fault.at(at, kind, site, 0, 0, 2 * SECOND));
        }
        return new RunPlan("quorum", seed, 3, 3, Copies.all(2), 4, 30 * SECOND, 24 * SECOND, 4, faults, List.of());
    }

    /** The last version of each member. */
    private static Observer<QuorumState> last(Map<Integer, Integer> versions) {
        return new Observer<>() {
            @Override
            public void stepped(
                    Cluster<QuorumState> cluster,
                    MemberView<QuorumState> member,
                    QuorumState before,
                    Event event,
                    Step<QuorumState> step) {
                versions.put(member.number(), step.state().control().voting().clusterVersion());
            }
        };
    }

    /** Among faults of all other kinds, with members that come and go. */
    @Test
    void versionRisesInSeedsThatAreDrawn() {
        QuorumSubject subject = new QuorumSubject(Quorum.whole());
        RunPlanner planner = Runs.planner(subject, 5, 12, "all");
        List<RunPlan> plans = LongStream.rangeClosed(1, 100)
                .mapToObj(planner::plan)
                .filter(plan -> plan.faults().stream().anyMatch(fault -> fault.kind() == FaultKind.UPGRADE))
                .limit(3)
                .toList();
        assertEquals(3, plans.size());
        for (RunPlan plan : plans) {
            Map<Integer, Integer> versions = new TreeMap<>();
            RunResult result = Simulation.run(subject, plan, last(versions));
            assertTrue(result.passed(), "seed " + plan.seed() + ": " + result.violation());
            assertTrue(versions.containsValue(7), "seed " + plan.seed() + ": " + versions);
        }
    }

    @Test
    void versionRisesWhenAllAreUpgraded() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Map<Integer, Integer> versions = new TreeMap<>();
            RunResult result = Simulation.run(new QuorumSubject(Quorum.whole()), plan(seed), last(versions));
            assertTrue(result.passed(), "seed " + seed + ": " + result.violation());
            assertEquals(Map.of(1, 7, 2, 7, 3, 7), versions, "seed " + seed);
        }
    }

    /** One after the other, and then two at once; clients know where the third one is. */
    @Test
    void membersComeBackAtOtherPorts() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            List<Fault> faults = new ArrayList<>(plan(seed).faults().subList(0, 1));
            for (int i = 0; i < 3; i++) {
                faults.add(Fault.at((14 + 2 * i) * SECOND, FaultKind.REBOOT, 1 + i, 0, 10, SECOND));
            }
            faults.add(Fault.at(20 * SECOND, FaultKind.REBOOT, 1, 0, 10, SECOND));
            faults.add(Fault.at(20 * SECOND, FaultKind.REBOOT, 2, 0, 10, SECOND));
            RunPlan plan = plan(seed).withFaults(faults);
            List<String> moved = new ArrayList<>();
            Observer<QuorumState> starts = new Observer<>() {
                @Override
                public void told(Cluster<QuorumState> cluster, String kind, String text) {
                    if (kind.equals("start") && text.contains(", port ")) {
                        moved.add(text);
                    }
                }
            };
            RunResult result = Simulation.run(new QuorumSubject(Quorum.whole()), plan, starts);
            assertTrue(result.passed(), "seed " + seed + ": " + result.violation());
            assertEquals(5, moved.size(), "seed " + seed);
            assertTrue(result.reached().get(CoverageGoal.RESTART_CONFIRMED.text()) >= moved.size());
        }
    }

    @Test
    void masterThatForgetsTheVersionIsFound() {
        assertTrue(
                LongStream.rangeClosed(1, SEEDS)
                        .mapToObj(seed -> Runs.run(new QuorumSubject(forgetting()), plan(seed)))
                        .anyMatch(result -> !result.passed()
                                && result.violation().property().equals("VersionStays")),
                SEEDS + " seeds pass");
    }
}
