package io.godwit.mutants;

import io.godwit.mutants.Mutants.Mutant;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.planner.MigrationPlanner;
import io.godwit.protocol.planner.PlanAndRun;
import io.godwit.protocol.planner.PlanRun;
import io.godwit.protocol.planner.PlanRun.Phase;
import io.godwit.protocol.planner.PlannerRule;
import java.util.Arrays;
import java.util.List;

/** Planning without a rule that is no condition but part of what an action does. */
final class PlannerVariants {
    private PlannerVariants() {}

    /** Planning without one of its rules. Its steps are classic's migrations, so that these are mutants of classic. */
    static List<Mutant> mutants() {
        return Arrays.stream(PlannerRule.values())
                .filter(rule -> !rule.spec().isEmpty())
                .map(rule -> new Mutant(rule, without(rule)))
                .toList();
    }

    private static Classic without(PlannerRule rule) {
        return new Classic(Rules.without(rule), new Classic.Modules() {
            @Override
            public PlanAndRun planAndRun(Rules rules) {
                return PlannerVariants.without(rule, rules);
            }
        });
    }

    /**
     * Planning without a rule.
     *
     * @param rules the rules without it
     */
    private static PlanAndRun without(PlannerRule rule, Rules rules) {
        return switch (rule) {
            case CUT_CYCLES -> new PlanAndRun(rules, new CyclesUncut(rules));
            case FILL_GAPS_FIRST -> new PlanAndRun(rules, new GapsUnfilled(rules));
            case PRIORITISE_COPIES -> new InOrderOfPlanning(rules);
            case CLEAR_LAST -> new ClearedAtOnce(rules);
            default -> new PlanAndRun(rules);
        };
    }

    /** Without {@code CutCycles}. */
    private static final class CyclesUncut extends MigrationPlanner {
        CyclesUncut(Rules rules) {
            super(rules);
        }

        @Override
        public Arrangement cut(Arrangement x, Arrangement t) {
            return t;
        }
    }

    /** Without {@code FillGapsFirst}. */
    private static final class GapsUnfilled extends MigrationPlanner {
        GapsUnfilled(Rules rules) {
            super(rules);
        }

        @Override
        protected int firstGap(Arrangement x, Arrangement t, int end) {
            return Arrangement.NO_SLOT;
        }
    }

    /** Without {@code PrioritiseCopies}. */
    private static final class InOrderOfPlanning extends PlanAndRun {
        InOrderOfPlanning(Rules rules) {
            super(rules);
        }

        @Override
        public Step<PlanRun> planDone(PlanRun run) {
            return Step.to(super.planDone(run).state().withPhase(Phase.RUN));
        }
    }

    /** Without {@code ClearLast}: the table loses a surplus replica before the first migration has run (finding P1). */
    private static final class ClearedAtOnce extends PlanAndRun {
        ClearedAtOnce(Rules rules) {
            super(rules);
        }

        @Override
        public Step<PlanRun> planClear(PlanRun run) {
            PlanRun cleared = super.planClear(run).state();
            int[] arr = run.arr().toArray();
            for (int slot = 0; slot < arr.length; slot++) {
                if (cleared.sim().at(slot) != run.sim().at(slot)) {
                    arr[slot] = 0;
                }
            }
            return Step.to(cleared.withArr(Arrangement.of(arr)));
        }

        @Override
        public Step<PlanRun> runDone(PlanRun run) {
            return Step.to(super.runDone(run).state().withPhase(Phase.DONE));
        }
    }
}
