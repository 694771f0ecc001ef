package io.godwit.protocol.planner.run;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.planner.PlannerGuard;

/**
 * The plan is in order. Guards, in this order: {@code phase = "prioritise"}; {@code at > Len(plan)}.
 */
@SpecAction("classic/PlanAndRun!PrioritiseDone")
public final class PrioritiseDone implements Handler<PlanRun, PlanRun.Advance> {
    private final Guards guards;

    /** The action with these guards in force. */
    public PrioritiseDone(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<PlanRun> handle(PlanRun state, PlanRun.Advance event) {
        if (!guards.pass(PlannerGuard.PHASE, state.phase() == PlanRun.Phase.PRIORITISE)) {
            return Step.refuse(state, PlannerGuard.PHASE);
        }
        if (!guards.pass(PlannerGuard.REMAINDER, !state.hasStep())) {
            return Step.refuse(state, PlannerGuard.REMAINDER);
        }
        return Step.to(state.withPhase(PlanRun.Phase.RUN).withAt(0));
    }
}
