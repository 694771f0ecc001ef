package io.godwit.protocol.planner.run;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.planner.PlannedStep;
import io.godwit.protocol.planner.PlannerGuard;
import io.godwit.protocol.planner.StepRules;

/**
 * A surplus replica goes from the simulated arrangement. The published design takes it from the table at once, before
 * the first migration has run (finding P1); that is what happens without {@link PlannerGuard#CLEAR_LAST}.
 *
 * <p>Guards, in this order: {@code phase = "plan"}; {@code sim # target}; the next step is a clear.
 */
@SpecAction("classic/PlanAndRun!PlanClear")
public final class PlanClear implements Handler<PlanRun, PlanRun.Advance> {
    private final Guards guards;
    private final StepRules rules;

    /** The action with these guards in force. */
    public PlanClear(Guards guards) {
        this.guards = guards;
        this.rules = new StepRules(guards);
    }

    @Override
    public Step<PlanRun> handle(PlanRun state, PlanRun.Advance event) {
        if (!guards.pass(PlannerGuard.PHASE, state.phase() == PlanRun.Phase.PLAN)) {
            return Step.refuse(state, PlannerGuard.PHASE);
        }
        if (!guards.pass(PlannerGuard.REMAINDER, !state.sim().equals(state.target()))) {
            return Step.refuse(state, PlannerGuard.REMAINDER);
        }
        PlannedStep next = rules.next(state.sim(), state.target());
        if (!guards.pass(PlannerGuard.KIND_OF_STEP, next.isClear() && !next.equals(PlannedStep.NO_STEP))) {
            return Step.refuse(state, PlannerGuard.KIND_OF_STEP);
        }
        PlanRun cleared = state.withSim(next.applyTo(state.sim()));
        return Step.to(guards.has(PlannerGuard.CLEAR_LAST) ? cleared : cleared.withArr(next.applyTo(state.arr())));
    }
}
