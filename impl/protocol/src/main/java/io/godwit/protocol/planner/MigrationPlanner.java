package io.godwit.protocol.planner;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Members;
import io.godwit.protocol.Step;
import io.godwit.protocol.planner.run.CutCycle;
import io.godwit.protocol.planner.run.PlanClear;
import io.godwit.protocol.planner.run.PlanDone;
import io.godwit.protocol.planner.run.PlanRun;
import io.godwit.protocol.planner.run.PlanStep;
import io.godwit.protocol.planner.run.Prioritise;
import io.godwit.protocol.planner.run.PrioritiseDone;
import java.util.List;

/**
 * Turns the way from one arrangement of a partition to another into ordered steps, so that no member ever holds two replicas,
 * copies never get fewer than the smaller number of start and target, and a missing copy comes before balance.
 */
public final class MigrationPlanner {
    private final CutCycle cutCycle;
    private final PlanStep planStep;
    private final PlanClear planClear;
    private final PlanDone planDone;
    private final Prioritise prioritise;
    private final PrioritiseDone prioritiseDone;

    /** A planner with these guards in force. */
    public MigrationPlanner(Guards guards) {
        cutCycle = guards.make(CutCycle.class, CutCycle::new);
        planStep = guards.make(PlanStep.class, PlanStep::new);
        planClear = guards.make(PlanClear.class, PlanClear::new);
        planDone = guards.make(PlanDone.class, PlanDone::new);
        prioritise = guards.make(Prioritise.class, Prioritise::new);
        prioritiseDone = guards.make(PrioritiseDone.class, PrioritiseDone::new);
    }

    /**
     * The steps from one arrangement to another.
     *
     * <p>A partition without primary gets none, because every step copies from it: promotion or assignment comes first.
     *
     * @param current where the partition is
     * @param wanted where it shall be; the same number of slots, no empty slot before a filled one
     */
    public Plan plan(Arrangement current, Arrangement wanted) {
        if (current.primary() == Members.NONE || current.equals(wanted)) {
            return new Plan(List.of(), current);
        }
        PlanRun run = advance(PlanRun.start(current, wanted));
        return new Plan(run.plan(), run.target());
    }

    private PlanRun advance(PlanRun start) {
        PlanRun run = cutCycle.handle(start, PlanRun.Advance.ADVANCE).state();
        for (Step<PlanRun> step = more(run); step.accepted(); step = more(run)) {
            run = step.state();
        }
        run = planDone.handle(run, PlanRun.Advance.ADVANCE).state();
        for (Step<PlanRun> step = prioritise.handle(run, PlanRun.Advance.ADVANCE);
                step.accepted();
                step = prioritise.handle(run, PlanRun.Advance.ADVANCE)) {
            run = step.state();
        }
        return prioritiseDone.handle(run, PlanRun.Advance.ADVANCE).state();
    }

    private Step<PlanRun> more(PlanRun run) {
        Step<PlanRun> migration = planStep.handle(run, PlanRun.Advance.ADVANCE);
        return migration.accepted() ? migration : planClear.handle(run, PlanRun.Advance.ADVANCE);
    }
}
