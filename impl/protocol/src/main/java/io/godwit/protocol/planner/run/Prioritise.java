package io.godwit.protocol.planner.run;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.planner.PlannedStep;
import io.godwit.protocol.planner.PlannerGuard;
import java.util.ArrayList;
import java.util.List;

/**
 * An urgent step, one that takes nothing from anybody, goes to the earliest place that it may overtake to.
 *
 * <p>Guards, in this order: {@code phase = "prioritise"}; {@code at <= Len(plan)}.
 */
@SpecAction("classic/PlanAndRun!Prioritise")
public final class Prioritise implements Handler<PlanRun, PlanRun.Advance> {
    private final Guards guards;

    /** The action with these guards in force. */
    public Prioritise(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<PlanRun> handle(PlanRun state, PlanRun.Advance event) {
        if (!guards.pass(PlannerGuard.PHASE, state.phase() == PlanRun.Phase.PRIORITISE)) {
            return Step.refuse(state, PlannerGuard.PHASE);
        }
        if (!guards.pass(PlannerGuard.REMAINDER, state.hasStep())) {
            return Step.refuse(state, PlannerGuard.REMAINDER);
        }
        return Step.to(state.withPlan(pulledForward(state.plan(), state.at())).withAt(state.at() + 1));
    }

    private List<PlannedStep> pulledForward(List<PlannedStep> plan, int at) {
        PlannedStep step = plan.get(at);
        if (!step.addsOnly()) {
            return plan;
        }
        int to = at;
        while (to > 0 && step.mayOvertake(plan.get(to - 1), guards)) {
            to--;
        }
        List<PlannedStep> ordered = new ArrayList<>(plan);
        ordered.remove(at);
        ordered.add(to, step);
        return ordered;
    }
}
