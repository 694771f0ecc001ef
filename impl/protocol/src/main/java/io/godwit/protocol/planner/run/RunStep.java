package io.godwit.protocol.planner.run;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.planner.PlannerGuard;

/**
 * A migration of the plan succeeds. Guards, in this order: {@code phase = "run"}; {@code at <= Len(plan)}.
 */
@SpecAction("classic/PlanAndRun!RunStep")
public final class RunStep implements Handler<PlanRun, PlanRun.Advance> {
    private final Guards guards;

    /** The action with these guards in force. */
    public RunStep(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<PlanRun> handle(PlanRun state, PlanRun.Advance event) {
        if (!guards.pass(PlannerGuard.PHASE, state.phase() == PlanRun.Phase.RUN)) {
            return Step.refuse(state, PlannerGuard.PHASE);
        }
        if (!guards.pass(PlannerGuard.REMAINDER, state.hasStep())) {
            return Step.refuse(state, PlannerGuard.REMAINDER);
        }
        return Step.to(
                state.withArr(state.plan().get(state.at()).applyTo(state.arr())).withAt(state.at() + 1));
    }
}
