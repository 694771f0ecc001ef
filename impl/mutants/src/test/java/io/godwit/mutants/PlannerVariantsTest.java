package io.godwit.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.godwit.protocol.Step;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.planner.PlanAndRun;
import io.godwit.protocol.planner.PlanRun;
import io.godwit.protocol.planner.PlanRun.Phase;
import io.godwit.protocol.planner.PlannedStep;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlannerVariantsTest {
    private static final Arrangement CURRENT = Arrangement.of(1, 2, 3, 0);
    private static final Arrangement WANTED = Arrangement.of(4, 2, 0, 0);
    private static final Arrangement REACHED = Arrangement.of(4, 2, 3, 0);
    private static final PlanRun START = PlanRun.start(CURRENT, WANTED);

    private static PlanAndRun without(String name) {
        return Mutants.find("classic/" + name).orElseThrow().classic().planAndRun();
    }

    @Test
    void cyclesStay() {
        Arrangement traded = Arrangement.of(2, 1, 3, 0);
        PlanAndRun planner = without("CutCycles");
        PlanRun cut = planner.cutCycle(PlanRun.start(CURRENT, traded)).state();
        assertEquals(traded, cut.target());
        assertFalse(Step.of(cut, planner::planStep).accepted());
        assertFalse(Step.of(cut, planner::planDone).accepted());
        assertEquals(List.of(), planner.plan(CURRENT, traded).steps());
    }

    @Test
    void copyIsGivenUpBeforeAGapIsFilled() {
        PlannedStep first = without("FillGapsFirst")
                .plan(Arrangement.of(1, 0, 2, 3), Arrangement.of(2, 1, 3, 0))
                .steps()
                .get(0);
        assertEquals(2, first.dstNewIdx());
    }

    @Test
    void stepsStayInTheirOrder() {
        PlanRun reached = START.withPhase(Phase.PLAN).withSim(WANTED);
        assertEquals(
                reached.withPhase(Phase.RUN),
                without("PrioritiseCopies").planDone(reached).state());
    }

    @Test
    void surplusReplicasGoAtOnce() {
        PlanAndRun planner = without("ClearLast");
        PlanRun planned = START.withPhase(Phase.PLAN).withSim(REACHED);
        assertEquals(
                planned.withSim(WANTED).withArr(Arrangement.of(1, 2, 0, 0)),
                planner.planClear(planned).state());
        PlanRun ran = START.withPhase(Phase.RUN).withArr(REACHED);
        assertEquals(ran.withPhase(Phase.DONE), planner.runDone(ran).state());
    }
}
