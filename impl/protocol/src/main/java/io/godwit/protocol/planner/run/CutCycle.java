package io.godwit.protocol.planner.run;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.planner.PlannerGuard;
import io.godwit.protocol.planner.StepRules;

/**
 * Replicas that would only trade places are taken out of the target. Guard: the phase, {@code phase = "cut"}.
 */
@SpecAction("classic/PlanAndRun!CutCycle")
public final class CutCycle implements Handler<PlanRun, PlanRun.Advance> {
    private final Guards guards;
    private final StepRules rules;

    /** The action with these guards in force. */
    public CutCycle(Guards guards) {
        this.guards = guards;
        this.rules = new StepRules(guards);
    }

    @Override
    public Step<PlanRun> handle(PlanRun state, PlanRun.Advance event) {
        if (!guards.pass(PlannerGuard.PHASE, state.phase() == PlanRun.Phase.CUT)) {
            return Step.refuse(state, PlannerGuard.PHASE);
        }
        return Step.to(
                state.withTarget(rules.cut(state.current(), state.wanted())).withPhase(PlanRun.Phase.PLAN));
    }
}
