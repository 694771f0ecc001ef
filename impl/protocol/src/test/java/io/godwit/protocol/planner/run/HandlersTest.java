package io.godwit.protocol.planner.run;

import static io.godwit.protocol.planner.Arrangement.NO_SLOT;
import static io.godwit.protocol.planner.run.PlanRun.Advance.ADVANCE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Guard;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.Step;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.planner.PlannedStep;
import io.godwit.protocol.planner.PlannerGuard;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From [1, 2, 3, -] to [4, 2, -, -], and each refusal. */
class HandlersTest {
    private static final Arrangement CURRENT = Arrangement.of(1, 2, 3, 0);
    private static final Arrangement WANTED = Arrangement.of(4, 2, 0, 0);
    private static final PlannedStep MOVE = new PlannedStep(1, 0, NO_SLOT, 4, NO_SLOT, 0);
    private static final PlannedStep COPY = new PlannedStep(0, NO_SLOT, NO_SLOT, 5, NO_SLOT, 3);

    private static final PlanRun START = PlanRun.start(CURRENT, WANTED);
    private static final PlanRun PLANNING = START.withPhase(PlanRun.Phase.PLAN);

    private static PlanRun accepted(Handler<PlanRun, PlanRun.Advance> action, PlanRun state) {
        Step<PlanRun> step = action.handle(state, ADVANCE);
        assertTrue(step.accepted());
        assertTrue(step.commands().isEmpty());
        return step.state();
    }

    private static void refused(Guard guard, Handler<PlanRun, PlanRun.Advance> action, PlanRun state) {
        Step<PlanRun> step = action.handle(state, ADVANCE);
        assertEquals(guard, step.refusal());
        assertSame(state, step.state());
    }

    @Test
    void startsWithCuttingCycles() {
        assertEquals(new PlanRun(CURRENT, WANTED, WANTED, PlanRun.Phase.CUT, CURRENT, List.of(), 0, CURRENT), START);
        assertEquals(PLANNING, accepted(new CutCycle(Guards.ALL), START));
        Arrangement traded = Arrangement.of(2, 1, 3, 0);
        assertEquals(
                CURRENT,
                accepted(new CutCycle(Guards.ALL), PlanRun.start(CURRENT, traded))
                        .target());
        refused(PlannerGuard.PHASE, new CutCycle(Guards.ALL), PLANNING);
    }

    @Test
    void addsMigrations() {
        PlanRun planned = PLANNING.withSim(Arrangement.of(4, 2, 3, 0)).withPlan(List.of(MOVE));
        assertEquals(planned, accepted(new PlanStep(Guards.ALL), PLANNING));
        refused(PlannerGuard.PHASE, new PlanStep(Guards.ALL), START);
        refused(PlannerGuard.REMAINDER, new PlanStep(Guards.ALL), PLANNING.withSim(WANTED));
        refused(PlannerGuard.KIND_OF_STEP, new PlanStep(Guards.ALL), planned);
    }

    @Test
    void looksForCyclesAfterEveryMigration() {
        PlanRun run = PlanRun.start(Arrangement.of(1, 0, 2, 3), Arrangement.of(2, 1, 3, 0));
        assertEquals(
                Arrangement.of(1, 3, 2, 0),
                accepted(new PlanStep(Guards.ALL), run.withPhase(PlanRun.Phase.PLAN))
                        .target());
    }

    @Test
    void clearsInTheSimulationOnly() {
        PlanRun planned = PLANNING.withSim(Arrangement.of(4, 2, 3, 0));
        assertEquals(planned.withSim(WANTED), accepted(new PlanClear(Guards.ALL), planned));
        assertEquals(
                planned.withSim(WANTED).withArr(Arrangement.of(1, 2, 0, 0)),
                accepted(new PlanClear(Guards.without(PlannerGuard.CLEAR_LAST)), planned));
        refused(PlannerGuard.PHASE, new PlanClear(Guards.ALL), planned.withPhase(PlanRun.Phase.RUN));
        refused(PlannerGuard.REMAINDER, new PlanClear(Guards.ALL), planned.withSim(WANTED));
        refused(PlannerGuard.KIND_OF_STEP, new PlanClear(Guards.ALL), PLANNING);
        PlanRun cycle = PLANNING.withSim(CURRENT).withTarget(Arrangement.of(2, 1, 3, 0));
        refused(PlannerGuard.KIND_OF_STEP, new PlanClear(Guards.ALL), cycle);
        refused(PlannerGuard.KIND_OF_STEP, new PlanStep(Guards.ALL), cycle);
    }

    @Test
    void isDoneAtTheTarget() {
        PlanRun reached = PLANNING.withSim(WANTED);
        assertEquals(reached.withPhase(PlanRun.Phase.PRIORITISE), accepted(new PlanDone(Guards.ALL), reached));
        assertEquals(
                reached.withPhase(PlanRun.Phase.RUN),
                accepted(new PlanDone(Guards.without(PlannerGuard.PRIORITISE_COPIES)), reached));
        refused(PlannerGuard.PHASE, new PlanDone(Guards.ALL), reached.withPhase(PlanRun.Phase.CUT));
        refused(PlannerGuard.REMAINDER, new PlanDone(Guards.ALL), PLANNING);
    }

    @Test
    void pullsUrgentStepsForward() {
        PlannedStep other = new PlannedStep(2, 1, NO_SLOT, 6, NO_SLOT, 1);
        PlanRun run = START.withPhase(PlanRun.Phase.PRIORITISE).withPlan(List.of(MOVE, other, COPY));
        assertEquals(run.withAt(1), accepted(new Prioritise(Guards.ALL), run));
        assertEquals(
                run.withPlan(List.of(COPY, MOVE, other)).withAt(3),
                accepted(new Prioritise(Guards.ALL), run.withAt(2)));
        PlannedStep same = new PlannedStep(2, 1, NO_SLOT, 5, NO_SLOT, 1);
        PlanRun stuck = run.withPlan(List.of(same, MOVE, COPY)).withAt(2);
        assertEquals(stuck.withPlan(List.of(same, COPY, MOVE)).withAt(3), accepted(new Prioritise(Guards.ALL), stuck));
        refused(PlannerGuard.PHASE, new Prioritise(Guards.ALL), PLANNING);
        refused(PlannerGuard.REMAINDER, new Prioritise(Guards.ALL), run.withAt(3));
    }

    @Test
    void runsWhenAllAreInOrder() {
        PlanRun run = START.withPhase(PlanRun.Phase.PRIORITISE)
                .withPlan(List.of(MOVE))
                .withAt(1);
        assertEquals(run.withPhase(PlanRun.Phase.RUN).withAt(0), accepted(new PrioritiseDone(Guards.ALL), run));
        refused(PlannerGuard.PHASE, new PrioritiseDone(Guards.ALL), PLANNING);
        refused(PlannerGuard.REMAINDER, new PrioritiseDone(Guards.ALL), run.withAt(0));
    }

    @Test
    void runsStepByStep() {
        PlanRun run = START.withPhase(PlanRun.Phase.RUN).withPlan(List.of(MOVE));
        PlanRun ran = run.withArr(Arrangement.of(4, 2, 3, 0)).withAt(1);
        assertEquals(ran, accepted(new RunStep(Guards.ALL), run));
        refused(PlannerGuard.PHASE, new RunStep(Guards.ALL), PLANNING.withPlan(List.of(MOVE)));
        refused(PlannerGuard.REMAINDER, new RunStep(Guards.ALL), ran);
        assertEquals(ran.withPhase(PlanRun.Phase.CLEAR), accepted(new RunDone(Guards.ALL), ran));
        assertEquals(
                ran.withPhase(PlanRun.Phase.DONE), accepted(new RunDone(Guards.without(PlannerGuard.CLEAR_LAST)), ran));
        refused(PlannerGuard.PHASE, new RunDone(Guards.ALL), PLANNING);
        refused(PlannerGuard.REMAINDER, new RunDone(Guards.ALL), run);
    }

    @Test
    void clearsAtTheEnd() {
        PlanRun ran = START.withPhase(PlanRun.Phase.CLEAR).withArr(Arrangement.of(4, 2, 3, 0));
        assertEquals(ran.withPhase(PlanRun.Phase.DONE).withArr(WANTED), accepted(new RunClear(Guards.ALL), ran));
        refused(PlannerGuard.PHASE, new RunClear(Guards.ALL), PLANNING);
    }

    @Test
    void guardsHaveTheNamesOfTheSwitches() {
        assertEquals("OvertakeChecksSlot", PlannerGuard.OVERTAKE_CHECKS_SLOT.spec());
        assertEquals("", PlannerGuard.PHASE.spec());
    }
}
