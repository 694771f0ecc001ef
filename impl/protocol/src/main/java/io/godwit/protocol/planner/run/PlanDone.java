package io.godwit.protocol.planner.run;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.planner.PlannerGuard;

/**
 * The simulation has reached the target. Guards, in this order: {@code phase = "plan"}; {@code sim = target}.
 */
@SpecAction("classic/PlanAndRun!PlanDone")
public final class PlanDone implements Handler<PlanRun, PlanRun.Advance> {
    private final Guards guards;

    /** The action with these guards in force. */
    public PlanDone(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<PlanRun> handle(PlanRun state, PlanRun.Advance event) {
        if (!guards.pass(PlannerGuard.PHASE, state.phase() == PlanRun.Phase.PLAN)) {
            return Step.refuse(state, PlannerGuard.PHASE);
        }
        if (!guards.pass(PlannerGuard.REMAINDER, state.sim().equals(state.target()))) {
            return Step.refuse(state, PlannerGuard.REMAINDER);
        }
        return Step.to(state.withPhase(
                guards.has(PlannerGuard.PRIORITISE_COPIES) ? PlanRun.Phase.PRIORITISE : PlanRun.Phase.RUN));
    }
}
