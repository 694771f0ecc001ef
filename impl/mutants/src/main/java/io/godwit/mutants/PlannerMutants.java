package io.godwit.mutants;

import io.godwit.mutants.classic.PlannerVariants;
import io.godwit.protocol.Rules;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.planner.PlanAndRun;
import io.godwit.protocol.planner.PlannerRule;
import java.util.Arrays;
import java.util.List;

/** Planning without one of its rules. Its steps are classic's migrations, so that these are mutants of classic. */
final class PlannerMutants {
    static final List<Mutant> ALL = Arrays.stream(PlannerRule.values())
            .filter(rule -> !rule.spec().isEmpty())
            .map(rule -> new Mutant(rule, without(rule)))
            .toList();

    private PlannerMutants() {}

    private static Classic without(PlannerRule rule) {
        return new Classic(Rules.without(rule), new Classic.Modules() {
            @Override
            public PlanAndRun planAndRun(Rules rules) {
                return PlannerVariants.without(rule, rules);
            }
        });
    }
}
