package io.godwit.protocol.planner;

import io.godwit.protocol.SpecVariable;
import java.util.ArrayList;
import java.util.List;

/**
 * One partition's plan in the making, and then being carried out.
 *
 * @param current the arrangement at the start
 * @param wanted the target as given
 * @param target the target after cycles have been cut
 * @param phase what is being done
 * @param sim the simulated arrangement, after the steps planned so far
 * @param plan the steps in order
 * @param at position in the plan, from 0, while putting it in order and carrying it out
 * @param arr the table's arrangement while the plan is carried out
 */
public record PlanRun(
        @SpecVariable("classic/PlanAndRun!current") Arrangement current,
        @SpecVariable("classic/PlanAndRun!wanted") Arrangement wanted,
        @SpecVariable("classic/PlanAndRun!target") Arrangement target,
        @SpecVariable("classic/PlanAndRun!phase") Phase phase,
        @SpecVariable("classic/PlanAndRun!sim") Arrangement sim,
        @SpecVariable("classic/PlanAndRun!plan") List<PlannedStep> plan,
        @SpecVariable("classic/PlanAndRun!at") int at,
        @SpecVariable("classic/PlanAndRun!arr") Arrangement arr) {

    /** What is being done; the names of the specification in capitals. */
    public enum Phase {
        /** Cycles are to be cut. */
        CUT,
        /** Steps are being added. */
        PLAN,
        /** Urgent steps are being pulled forward. */
        PRIORITISE,
        /** The steps are being carried out. */
        RUN,
        /** Surplus replicas are to be cleared. */
        CLEAR,
        /** Nothing is left to do. */
        DONE
    }

    /** Copies the steps. */
    public PlanRun {
        plan = List.copyOf(plan);
    }

    /** Planning that has not begun. {@code Init}. */
    public static PlanRun start(Arrangement current, Arrangement wanted) {
        return new PlanRun(current, wanted, wanted, Phase.CUT, current, List.of(), 0, current);
    }

    /** Is there a step at {@link #at}? */
    boolean hasStep() {
        return at < plan.size();
    }

    /** With another target. */
    public PlanRun withTarget(Arrangement newTarget) {
        return new PlanRun(current, wanted, newTarget, phase, sim, plan, at, arr);
    }

    /** In another phase. */
    public PlanRun withPhase(Phase newPhase) {
        return new PlanRun(current, wanted, target, newPhase, sim, plan, at, arr);
    }

    /** With another simulated arrangement. */
    public PlanRun withSim(Arrangement newSim) {
        return new PlanRun(current, wanted, target, phase, newSim, plan, at, arr);
    }

    /** With other steps. */
    public PlanRun withPlan(List<PlannedStep> newPlan) {
        return new PlanRun(current, wanted, target, phase, sim, newPlan, at, arr);
    }

    /** At another position. */
    public PlanRun withAt(int newAt) {
        return new PlanRun(current, wanted, target, phase, sim, plan, newAt, arr);
    }

    /** With another arrangement in the table. */
    public PlanRun withArr(Arrangement newArr) {
        return new PlanRun(current, wanted, target, phase, sim, plan, at, newArr);
    }

    /** With one more step. */
    public PlanRun withStep(PlannedStep step) {
        List<PlannedStep> longer = new ArrayList<>(plan);
        longer.add(step);
        return withPlan(longer);
    }
}
