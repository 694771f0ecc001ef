package io.godwit.protocol.planner.run;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.planner.PlannedStep;
import io.godwit.protocol.planner.PlannerGuard;
import io.godwit.protocol.planner.StepRules;

/**
 * A migration is added to the plan. Cycles are looked for again after it, because filling a gap can close one.
 *
 * <p>Guards, in this order: {@code phase = "plan"}; {@code sim # target}; the next step is a migration.
 */
@SpecAction("classic/PlanAndRun!PlanStep")
public final class PlanStep implements Handler<PlanRun, PlanRun.Advance> {
    private final Guards guards;
    private final StepRules rules;

    /** The action with these guards in force. */
    public PlanStep(Guards guards) {
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
        if (!guards.pass(PlannerGuard.KIND_OF_STEP, !next.isClear())) {
            return Step.refuse(state, PlannerGuard.KIND_OF_STEP);
        }
        Arrangement sim = next.applyTo(state.sim());
        return Step.to(state.withSim(sim).withStep(next).withTarget(rules.cut(sim, state.target())));
    }
}
