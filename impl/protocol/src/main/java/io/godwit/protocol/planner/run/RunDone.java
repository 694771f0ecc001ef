package io.godwit.protocol.planner.run;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.planner.PlannerGuard;

/**
 * All migrations of the plan have run. Guards, in this order: {@code phase = "run"}; {@code at > Len(plan)}.
 */
@SpecAction("classic/PlanAndRun!RunDone")
public final class RunDone implements Handler<PlanRun, PlanRun.Advance> {
    private final Guards guards;

    /** The action with these guards in force. */
    public RunDone(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<PlanRun> handle(PlanRun state, PlanRun.Advance event) {
        if (!guards.pass(PlannerGuard.PHASE, state.phase() == PlanRun.Phase.RUN)) {
            return Step.refuse(state, PlannerGuard.PHASE);
        }
        if (!guards.pass(PlannerGuard.REMAINDER, !state.hasStep())) {
            return Step.refuse(state, PlannerGuard.REMAINDER);
        }
        return Step.to(state.withPhase(guards.has(PlannerGuard.CLEAR_LAST) ? PlanRun.Phase.CLEAR : PlanRun.Phase.DONE));
    }
}
