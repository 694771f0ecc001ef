package io.godwit.mutants;

import io.godwit.mutants.classic.ClassicVariants;
import io.godwit.protocol.Rules;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicRule;
import java.util.Arrays;
import java.util.List;

/**
 * The repaired classic protocol without one of its rules, the repairs among them. A generation is no mutant, for neither of
 * its values is a mistake.
 */
final class ClassicMutants {
    static final List<Mutant> ALL = Arrays.stream(ClassicRule.values())
            .filter(rule -> !rule.spec().isEmpty() && !rule.isGeneration() && isFirstOfItsSwitch(rule))
            .map(rule -> new Mutant(rule, new Classic(without(rule), ClassicVariants.without(rule))))
            .toList();

    private ClassicMutants() {}

    /** A switch may be two rules in the engine: what makes a message wait, and what refuses it. */
    private static boolean isFirstOfItsSwitch(ClassicRule rule) {
        return Arrays.stream(ClassicRule.values())
                .filter(r -> r.spec().equals(rule.spec()))
                .findFirst()
                .filter(rule::equals)
                .isPresent();
    }

    private static Rules without(ClassicRule rule) {
        Rules rules = Rules.without(Arrays.stream(ClassicRule.values())
                .filter(r -> r.spec().equals(rule.spec()))
                .toList());
        // Means something only where all partitions share one version.
        return rule == ClassicRule.GLOBAL_IS_SERIAL ? rules.lacking(ClassicRule.VERSION_PER_PARTITION) : rules;
    }
}
