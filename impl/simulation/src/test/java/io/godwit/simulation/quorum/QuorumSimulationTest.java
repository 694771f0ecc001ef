package io.godwit.simulation.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Copies;
import io.godwit.protocol.Rules;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.InputException;
import io.godwit.simulation.PlanJson;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Runs;
import io.godwit.simulation.Subject;
import io.godwit.simulation.run.SelectedProperties;
import io.godwit.simulation.run.Subjects;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuorumSimulationTest {
    private static final QuorumSubject QUORUM = new QuorumSubject(Quorum.whole());
    /** A seed with a rush. */
    private static final long RUSHED = 157;

    @ParameterizedTest
    @CsvSource({"5, 15, 10", "3, 12, 4", "7, 12, 3"})
    void passes(int members, long seconds, long seeds) {
        Set<String> happened = new TreeSet<>();
        for (long seed = 1; seed <= seeds; seed++) {
            RunResult result = Runs.run(
                    QUORUM, Runs.planner(QUORUM, members, seconds, "all").plan(seed));
            assertTrue(result.passed(), "seed " + seed + ": " + result.violation());
            assertEquals(0, result.calls().gaveUp());
            assertTrue(result.calls().ended() > 100, "calls: " + result.calls().ended());
            happened.addAll(result.happened().keySet());
        }
        assertTrue(happened.size() > 5, happened.toString());
    }

    /** A run so short that calls are under way when it ends: what they may have done is judged as well. */
    @Test
    void callsThatHaveNotEndedAreJudged() {
        Subject<?> safe =
                new SelectedProperties<>(QUORUM, Set.of("Linearizable", "AckedDurable", "RestartFinds", "Runs"));
        for (long seed = 1; seed <= 20; seed++) {
            RunResult result = Runs.run(safe, Runs.planner(safe, 5, 1, "all").plan(seed));
            assertTrue(result.passed(), "seed " + seed + ": " + result.violation());
        }
    }

    /**
     * Died between keeping its release and stopping (289); in one step a master decides and is deposed (8720), or decides and
     * changes the voters (52123, 82156); gave up what a later decision did without (98481). They were found when all partitions
     * had as many copies and members took part in few migrations at once, and are run like that.
     */
    @ParameterizedTest
    @ValueSource(longs = {289, 8720, 52123, 82156, 98481})
    void passesWhatOnceFailed(long seed) {
        RunPlan plan = Runs.planner(QUORUM, 5, 12, "all").plain(seed);
        RunResult result = Runs.run(QUORUM, plan.withPartitions(plan.partitions(), Copies.all(3)));
        assertTrue(result.passed(), "seed " + seed + ": " + result.violation());
    }

    /** The only voter decides, and loses its process before the disk has it: nobody was told, and it has not happened. */
    @Test
    void unwrittenDecisionOfOnlyVoterIsForgotten() {
        RunResult result = Runs.run(
                QUORUM,
                Runs.planner(QUORUM, 1, 12, "reboot@decided-unpublished,join").plan(2));
        assertTrue(result.passed(), () -> "" + result.violation());
        assertTrue(result.happened().containsKey("reboot@decided-unpublished"), result.happened()::toString);
    }

    /** All members leave and come back at the addresses of others, most of them while they cannot reach each other. */
    @Test
    void membersMeetThatKnowOnlyEarlierProcessesAtEachOthersAddresses() {
        RunResult result = Runs.run(QUORUM, Runs.planner(QUORUM, 5, 60, "all").plan(70));
        assertTrue(result.passed(), "" + result.violation());
    }

    /** One of eight seeds has partitions that want different numbers of copies; all else is as it would be without. */
    @Test
    void passesWithSeveralNumbersOfCopies() {
        int ranged = 0;
        for (long seed = 1; seed <= 24; seed++) {
            RunPlan plan = Runs.planner(QUORUM, 5, 12, "all").plan(seed);
            if (plan.copies().ranges() > 1) {
                ranged++;
                RunResult result = Runs.run(QUORUM, plan);
                assertTrue(result.passed(), "seed " + seed + " " + plan.copies() + ": " + result.violation());
                assertEquals(0, result.calls().gaveUp());
            }
        }
        assertTrue(ranged > 0);
    }

    @Test
    void planWithSeveralNumbersOfCopiesIsAFile() {
        RunPlan plan = Runs.planner(QUORUM, 5, 6, "all").plan(3).withPartitions(6, Copies.ranges(2, 2, 1, 3));
        String text = PlanJson.write(plan);
        assertTrue(text.contains("\"partitions\":6,\"copies\":[2,1,3]"), text);
        assertEquals(plan, PlanJson.read("again", text));
        assertThrows(InputException.class, () -> PlanJson.read("m", text.replace("[2,1,3]", "[2,1,3,1]")));
        assertThrows(InputException.class, () -> PlanJson.read("m", text.replace("[2,1,3]", "[2,1,8]")));
        assertThrows(InputException.class, () -> PlanJson.read("m", text.replace("[2,1,3]", "[]")));
    }

    @Test
    void twoRunsOfASeedAreEqualToTheLastByte() {
        RunPlan plan = Runs.planner(QUORUM, 5, 6, "all").plan(3);
        String log = Runs.log(QUORUM, plan);
        assertTrue(log.lines().count() > 1_000);
        assertEquals(log, Runs.log(QUORUM, PlanJson.read("again", PlanJson.write(plan))));
        assertNotEquals(log, Runs.log(QUORUM, Runs.planner(QUORUM, 5, 6, "all").plan(4)));
    }

    /** What took part in a rush of writes is judged like everything else, and runs again as it was. */
    @Test
    void rushIsPartOfThePlan() {
        RunPlan plan = Runs.planner(QUORUM, 5, 12, "all").plan(RUSHED);
        assertTrue(plan.faults().stream().anyMatch(fault -> fault.kind() == FaultKind.RUSH));
        RunPlan again = PlanJson.read("again", PlanJson.write(plan));
        assertEquals(plan, again);
        assertEquals(Runs.log(QUORUM, plan), Runs.log(QUORUM, again));
    }

    /**
     * A learner is sent more as soon as it has taken what it was sent. When it was sent more every 150 ms only, it never
     * caught up with a rush of writes, and the migration did not end before the writes did. In 40 s the rush goes on for the 20 s in
     * which the cluster has to come to rest.
     */
    @Test
    void learnerCatchesUpWithARush() {
        RunPlan plan = Runs.planner(QUORUM, 5, 40, "all").plan(RUSHED);
        RunResult result = Runs.run(QUORUM, plan);
        assertTrue(result.passed(), () -> "" + result.violation());
        assertTrue(result.calls().ended() > 2_000, "calls: " + result.calls().ended());
        QuorumSubject slow = new QuorumSubject(new Quorum(Rules.without(QuorumRule.SENDS_MORE_AT_ONCE)));
        assertEquals("Converge", Runs.run(slow, plan).violation().property());
    }

    /** A member whose disk is damaged comes back as another one, and all that was acknowledged is there. */
    @Test
    void damagedRecordsAreNoticedAndHealedByOthers() {
        Map<String, Integer> reached = new TreeMap<>();
        for (long seed = 1; seed <= 30; seed++) {
            RunResult result = Runs.run(
                    QUORUM, Runs.planner(QUORUM, 5, 12, "damage,power-cut").plan(seed));
            assertTrue(result.passed(), "seed " + seed + ": " + result.violation());
            result.reached().forEach((what, often) -> reached.merge(what, often, Integer::sum));
        }
        assertTrue(reached.get("damage-at-start") > 0, reached.toString());
        assertTrue(reached.get("damage-while-running") > 0, reached.toString());
    }

    @Test
    void windowThatNeverOpensIsMissing() {
        // Nobody is ever taken out of an in-sync set, so that nobody comes back.
        RunResult result = Runs.run(
                QUORUM, Runs.planner(QUORUM, 5, 4, "crash@stale-rejoin,drift").plan(1));
        assertEquals(Set.of("crash@stale-rejoin"), result.missing());
        assertTrue(result.passed());
    }

    @ParameterizedTest
    @CsvSource({
        "WaitsForInSync, 'crash,isolate', 3",
        "Deduplicates, all, 5",
        "ReadConfirms, 'isolate,halves', 80",
    })
    void missingGuardIsCaught(String mutant, String faults, long seeds) {
        Subject<?> broken = Subjects.mutant("quorum", mutant);
        assertTrue(Runs.firstFailure(broken, Runs.planner(broken, 5, 12, faults), seeds)
                .isPresent());
    }
}
