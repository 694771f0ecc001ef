package io.godwit.mutants.runtime;

import java.util.List;

/**
 * A member with one fault in the code around its engine.
 *
 * @param name such as {@code durability/NoSync}
 * @param text what is wrong with it
 * @param faults the faults with which the simulation finds it soonest, as on the command line of {@code simulate}; empty if the
 *     simulation does not find it
 * @param test class and method of the test that fails with it, where the simulation does not find it; otherwise empty
 * @param rewritings the changes
 */
public record RuntimeMutant(String name, String text, String faults, String test, List<Rewriting> rewritings) {
    /** Copies the list. */
    public RuntimeMutant {
        rewritings = List.copyOf(rewritings);
    }
}
