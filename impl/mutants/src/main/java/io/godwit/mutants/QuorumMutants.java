package io.godwit.mutants;

import io.godwit.mutants.quorum.QuorumVariants;
import io.godwit.protocol.quorum.QuorumRule;
import java.util.Arrays;
import java.util.List;

/** The quorum protocol without one of its rules. */
final class QuorumMutants {
    static final List<Mutant> ALL = Arrays.stream(QuorumRule.values())
            // No test of the engine: the registers give it. Without a counterpart there is no mutant.
            .filter(rule -> !rule.spec().isEmpty() && rule != QuorumRule.DECIDE_COMPARES_BASE)
            .map(rule -> new Mutant(rule, QuorumVariants.without(rule)))
            .toList();

    private QuorumMutants() {}
}
