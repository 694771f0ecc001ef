package io.godwit.modelcheck.run;

import java.util.Set;

/**
 * The variables of a specification in one run, by the module that declares them: {@code Module!variable}.
 *
 * @param constant those that had the same value in all states
 * @param changing the others
 */
public record VariableUse(Set<String> constant, Set<String> changing) {
    /** Makes the sets unmodifiable. */
    public VariableUse {
        constant = Set.copyOf(constant);
        changing = Set.copyOf(changing);
    }
}
