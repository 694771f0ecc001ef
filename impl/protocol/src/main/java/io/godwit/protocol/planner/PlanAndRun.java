package io.godwit.protocol.planner;

import io.godwit.protocol.Members;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.planner.PlanRun.Phase;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns the way from one arrangement of a partition to another into ordered steps, and carries them out, so that no member ever
 * holds two replicas, copies never get fewer than the smaller number of start and target, and a missing copy comes before
 * balance. {@code spec/classic/PlanAndRun.tla}, a method for each action.
 */
public class PlanAndRun {
    private final Rules rules;
    private final MigrationPlanner planner;

    /** The module under these rules. */
    public PlanAndRun(Rules rules) {
        this(rules, new MigrationPlanner(rules));
    }

    /** The module under these rules, with another choice of steps. */
    public PlanAndRun(Rules rules, MigrationPlanner planner) {
        this.rules = rules;
        this.planner = planner;
    }

    /**
     * The steps from one arrangement to another.
     *
     * <p>A partition without primary gets none, because every step copies from it: promotion or assignment comes first.
     *
     * @param current where the partition is
     * @param wanted where it shall be; the same number of slots, no empty slot before a filled one
     */
    public final Plan plan(Arrangement current, Arrangement wanted) {
        if (current.primary() == Members.NONE || current.equals(wanted)) {
            return new Plan(List.of(), current);
        }
        PlanRun run = cutCycle(PlanRun.start(current, wanted)).state();
        while (!run.sim().equals(run.target())) {
            PlannedStep next = planner.next(run.sim(), run.target());
            if (next.equals(PlannedStep.NO_STEP)) {
                break;
            }
            run = next.isClear() ? cleared(run, next) : planned(run, next);
        }
        run = Step.of(run, this::planDone).state();
        while (run.phase() == Phase.PRIORITISE && run.hasStep()) {
            run = prioritise(run).state();
        }
        return new Plan(run.plan(), run.target());
    }

    private void requirePhase(PlanRun run, Phase phase) {
        rules.require(PlannerRule.PHASE, run.phase() == phase, "{} and not {}", run.phase(), phase);
    }

    private void requireRemainder(boolean condition, PlanRun run) {
        rules.require(PlannerRule.REMAINDER, condition, "at {} of {}", run.at(), run);
    }

    /** Replicas that would only swap places are taken out of the target. */
    @SpecAction("classic/PlanAndRun!CutCycle")
    public Step<PlanRun> cutCycle(PlanRun run) {
        requirePhase(run, Phase.CUT);
        return Step.to(run.withTarget(planner.cut(run.current(), run.wanted())).withPhase(Phase.PLAN));
    }

    /**
     * A surplus replica goes from the simulated arrangement. The published design takes it from the table at once, before the
     * first migration has run (finding P1).
     */
    @SpecAction("classic/PlanAndRun!PlanClear")
    public Step<PlanRun> planClear(PlanRun run) {
        PlannedStep next = requireNext(run);
        rules.require(PlannerRule.KIND_OF_STEP, next.isClear() && !next.equals(PlannedStep.NO_STEP), "{}", next);
        return Step.to(cleared(run, next));
    }

    private static PlanRun cleared(PlanRun run, PlannedStep next) {
        return run.withSim(next.applyTo(run.sim()));
    }

    /** A migration is added to the plan. Cycles are looked for again after it, because filling a gap can close one. */
    @SpecAction("classic/PlanAndRun!PlanStep")
    public Step<PlanRun> planStep(PlanRun run) {
        PlannedStep next = requireNext(run);
        rules.require(PlannerRule.KIND_OF_STEP, !next.isClear(), "{}", next);
        return Step.to(planned(run, next));
    }

    private PlanRun planned(PlanRun run, PlannedStep next) {
        Arrangement sim = next.applyTo(run.sim());
        return run.withSim(sim).withStep(next).withTarget(planner.cut(sim, run.target()));
    }

    private PlannedStep requireNext(PlanRun run) {
        requirePhase(run, Phase.PLAN);
        requireRemainder(!run.sim().equals(run.target()), run);
        return planner.next(run.sim(), run.target());
    }

    /** The simulation has reached the target. */
    @SpecAction("classic/PlanAndRun!PlanDone")
    public Step<PlanRun> planDone(PlanRun run) {
        requirePhase(run, Phase.PLAN);
        requireRemainder(run.sim().equals(run.target()), run);
        return Step.to(run.withPhase(Phase.PRIORITISE));
    }

    /** An urgent step, one that takes nothing from anybody, goes to the earliest place that it may overtake to. */
    @SpecAction("classic/PlanAndRun!Prioritise")
    public Step<PlanRun> prioritise(PlanRun run) {
        requirePhase(run, Phase.PRIORITISE);
        requireRemainder(run.hasStep(), run);
        return Step.to(run.withPlan(pulledForward(run.plan(), run.at())).withAt(run.at() + 1));
    }

    private List<PlannedStep> pulledForward(List<PlannedStep> plan, int at) {
        PlannedStep step = plan.get(at);
        if (!step.addsOnly()) {
            return plan;
        }
        int to = at;
        while (to > 0 && planner.mayOvertake(step, plan.get(to - 1))) {
            to--;
        }
        List<PlannedStep> ordered = new ArrayList<>(plan);
        ordered.remove(at);
        ordered.add(to, step);
        return ordered;
    }

    /** The plan is in order. */
    @SpecAction("classic/PlanAndRun!PrioritiseDone")
    public Step<PlanRun> prioritiseDone(PlanRun run) {
        requirePhase(run, Phase.PRIORITISE);
        requireRemainder(!run.hasStep(), run);
        return Step.to(run.withPhase(Phase.RUN).withAt(0));
    }

    /** A migration of the plan succeeds. */
    @SpecAction("classic/PlanAndRun!RunStep")
    public Step<PlanRun> runStep(PlanRun run) {
        requirePhase(run, Phase.RUN);
        requireRemainder(run.hasStep(), run);
        return Step.to(run.withArr(run.plan().get(run.at()).applyTo(run.arr())).withAt(run.at() + 1));
    }

    /** All migrations of the plan have run. */
    @SpecAction("classic/PlanAndRun!RunDone")
    public Step<PlanRun> runDone(PlanRun run) {
        requirePhase(run, Phase.RUN);
        requireRemainder(!run.hasStep(), run);
        return Step.to(run.withPhase(Phase.CLEAR));
    }

    /** The surplus replicas are cleared, now that all else is done. */
    @SpecAction("classic/PlanAndRun!RunClear")
    public Step<PlanRun> runClear(PlanRun run) {
        requirePhase(run, Phase.CLEAR);
        int[] members = run.arr().toArray();
        for (int slot = 0; slot < members.length; slot++) {
            if (run.target().at(slot) == Members.NONE) {
                members[slot] = Members.NONE;
            }
        }
        return Step.to(run.withArr(Arrangement.of(members)).withPhase(Phase.DONE));
    }
}
