package io.godwit.protocol.planner.run;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.Members;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.planner.PlannerGuard;

/**
 * The surplus replicas are cleared, now that all else is done. Guard: {@code phase = "clear"}.
 */
@SpecAction("classic/PlanAndRun!RunClear")
public final class RunClear implements Handler<PlanRun, PlanRun.Advance> {
    private final Guards guards;

    /** The action with these guards in force. */
    public RunClear(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<PlanRun> handle(PlanRun state, PlanRun.Advance event) {
        if (!guards.pass(PlannerGuard.PHASE, state.phase() == PlanRun.Phase.CLEAR)) {
            return Step.refuse(state, PlannerGuard.PHASE);
        }
        int[] members = state.arr().toArray();
        for (int slot = 0; slot < members.length; slot++) {
            if (state.target().at(slot) == Members.NONE) {
                members[slot] = Members.NONE;
            }
        }
        return Step.to(state.withArr(Arrangement.of(members)).withPhase(PlanRun.Phase.DONE));
    }
}
