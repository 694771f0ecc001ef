package io.godwit.protocol.planner;

import static io.godwit.protocol.planner.Arrangement.NO_SLOT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Guard;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** From [1, 2, 3, -] to [4, 2, -, -], and each refusal. */
class PlanAndRunTest {
    private static final Arrangement CURRENT = Arrangement.of(1, 2, 3, 0);
    private static final Arrangement WANTED = Arrangement.of(4, 2, 0, 0);
    private static final PlannedStep MOVE = new PlannedStep(1, 0, NO_SLOT, 4, NO_SLOT, 0);
    private static final PlannedStep COPY = new PlannedStep(0, NO_SLOT, NO_SLOT, 5, NO_SLOT, 3);

    private static final PlanAndRun PLANNER = new PlanAndRun(Rules.ALL);
    private static final PlanRun START = PlanRun.start(CURRENT, WANTED);
    private static final PlanRun PLANNING = START.withPhase(PlanRun.Phase.PLAN);

    private static PlanRun accepted(Function<PlanRun, Step<PlanRun>> action, PlanRun state) {
        Step<PlanRun> step = Step.of(state, action);
        assertTrue(step.accepted());
        assertTrue(step.commands().isEmpty());
        return step.state();
    }

    private static void refused(Guard guard, Function<PlanRun, Step<PlanRun>> action, PlanRun state) {
        Step<PlanRun> step = Step.of(state, action);
        assertEquals(guard, step.refusal());
        assertSame(state, step.state());
    }

    @Test
    void startsWithCuttingCycles() {
        assertEquals(new PlanRun(CURRENT, WANTED, WANTED, PlanRun.Phase.CUT, CURRENT, List.of(), 0, CURRENT), START);
        assertEquals(PLANNING, accepted(PLANNER::cutCycle, START));
        Arrangement traded = Arrangement.of(2, 1, 3, 0);
        assertEquals(
                CURRENT,
                accepted(PLANNER::cutCycle, PlanRun.start(CURRENT, traded)).target());
        refused(PlannerRule.PHASE, PLANNER::cutCycle, PLANNING);
    }

    @Test
    void addsMigrations() {
        PlanRun planned = PLANNING.withSim(Arrangement.of(4, 2, 3, 0)).withPlan(List.of(MOVE));
        assertEquals(planned, accepted(PLANNER::planStep, PLANNING));
        refused(PlannerRule.PHASE, PLANNER::planStep, START);
        refused(PlannerRule.REMAINDER, PLANNER::planStep, PLANNING.withSim(WANTED));
        refused(PlannerRule.KIND_OF_STEP, PLANNER::planStep, planned);
    }

    @Test
    void looksForCyclesAfterEveryMigration() {
        PlanRun run = PlanRun.start(Arrangement.of(1, 0, 2, 3), Arrangement.of(2, 1, 3, 0));
        assertEquals(
                Arrangement.of(1, 3, 2, 0),
                accepted(PLANNER::planStep, run.withPhase(PlanRun.Phase.PLAN)).target());
    }

    @Test
    void clearsInTheSimulationOnly() {
        PlanRun planned = PLANNING.withSim(Arrangement.of(4, 2, 3, 0));
        assertEquals(planned.withSim(WANTED), accepted(PLANNER::planClear, planned));
        refused(PlannerRule.PHASE, PLANNER::planClear, planned.withPhase(PlanRun.Phase.RUN));
        refused(PlannerRule.REMAINDER, PLANNER::planClear, planned.withSim(WANTED));
        refused(PlannerRule.KIND_OF_STEP, PLANNER::planClear, PLANNING);
        PlanRun cycle = PLANNING.withSim(CURRENT).withTarget(Arrangement.of(2, 1, 3, 0));
        refused(PlannerRule.KIND_OF_STEP, PLANNER::planClear, cycle);
        refused(PlannerRule.KIND_OF_STEP, PLANNER::planStep, cycle);
    }

    @Test
    void planIsDoneAtTheTarget() {
        PlanRun reached = PLANNING.withSim(WANTED);
        assertEquals(reached.withPhase(PlanRun.Phase.PRIORITISE), accepted(PLANNER::planDone, reached));
        refused(PlannerRule.PHASE, PLANNER::planDone, reached.withPhase(PlanRun.Phase.CUT));
        refused(PlannerRule.REMAINDER, PLANNER::planDone, PLANNING);
    }

    @Test
    void pullsUrgentStepsForward() {
        PlannedStep other = new PlannedStep(2, 1, NO_SLOT, 6, NO_SLOT, 1);
        PlanRun run = START.withPhase(PlanRun.Phase.PRIORITISE).withPlan(List.of(MOVE, other, COPY));
        assertEquals(run.withAt(1), accepted(PLANNER::prioritise, run));
        assertEquals(run.withPlan(List.of(COPY, MOVE, other)).withAt(3), accepted(PLANNER::prioritise, run.withAt(2)));
        PlannedStep same = new PlannedStep(2, 1, NO_SLOT, 5, NO_SLOT, 1);
        PlanRun stuck = run.withPlan(List.of(same, MOVE, COPY)).withAt(2);
        assertEquals(stuck.withPlan(List.of(same, COPY, MOVE)).withAt(3), accepted(PLANNER::prioritise, stuck));
        refused(PlannerRule.PHASE, PLANNER::prioritise, PLANNING);
        refused(PlannerRule.REMAINDER, PLANNER::prioritise, run.withAt(3));
    }

    @Test
    void runsWhenAllAreInOrder() {
        PlanRun run = START.withPhase(PlanRun.Phase.PRIORITISE)
                .withPlan(List.of(MOVE))
                .withAt(1);
        assertEquals(run.withPhase(PlanRun.Phase.RUN).withAt(0), accepted(PLANNER::prioritiseDone, run));
        refused(PlannerRule.PHASE, PLANNER::prioritiseDone, PLANNING);
        refused(PlannerRule.REMAINDER, PLANNER::prioritiseDone, run.withAt(0));
    }

    @Test
    void runsStepByStep() {
        PlanRun run = START.withPhase(PlanRun.Phase.RUN).withPlan(List.of(MOVE));
        PlanRun ran = run.withArr(Arrangement.of(4, 2, 3, 0)).withAt(1);
        assertEquals(ran, accepted(PLANNER::runStep, run));
        refused(PlannerRule.PHASE, PLANNER::runStep, PLANNING.withPlan(List.of(MOVE)));
        refused(PlannerRule.REMAINDER, PLANNER::runStep, ran);
        assertEquals(ran.withPhase(PlanRun.Phase.CLEAR), accepted(PLANNER::runDone, ran));
        refused(PlannerRule.PHASE, PLANNER::runDone, PLANNING);
        refused(PlannerRule.REMAINDER, PLANNER::runDone, run);
    }

    @Test
    void clearsAtTheEnd() {
        PlanRun ran = START.withPhase(PlanRun.Phase.CLEAR).withArr(Arrangement.of(4, 2, 3, 0));
        assertEquals(ran.withPhase(PlanRun.Phase.DONE).withArr(WANTED), accepted(PLANNER::runClear, ran));
        refused(PlannerRule.PHASE, PLANNER::runClear, PLANNING);
    }

    @Test
    void rulesHaveTheNamesOfTheSwitches() {
        assertEquals("OvertakeChecksSlot", PlannerRule.OVERTAKE_CHECKS_SLOT.spec());
        assertEquals("", PlannerRule.PHASE.spec());
    }
}
