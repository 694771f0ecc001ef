package io.godwit.modelcheck.spec;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the parser tells about a root module.
 *
 * @param theorems the theorems that the module itself states
 * @param unclear lines of theorems that do not have the form {@code Specification => []Invariant} or {@code Specification => Property}
 * @param conjoined by name of a specification: the specifications that it is a conjunction of, itself included
 * @param restrictions by name of a specification or next-state relation: what leaves behaviours out
 * @param actions by name of a specification or next-state relation: the actions that it is made of
 * @param hollow by name of a property: why it says nothing, or less than it seems to say
 * @param used by name of a property: the definitions it uses, directly or through others, of those that were asked about
 * @param safety names of the properties that a finite behaviour can break
 * @param rules by name of a rule: the name by which it looks for itself in {@code Weakened}
 * @param defined of the names that configurations assign, the definitions, which they replace; the others are constants
 */
public record ModuleFacts(
        List<Theorem> theorems,
        List<Integer> unclear,
        Map<String, Set<String>> conjoined,
        Map<String, List<String>> restrictions,
        Map<String, Set<String>> actions,
        Map<String, String> hollow,
        Map<String, Set<String>> used,
        Set<String> safety,
        Map<String, String> rules,
        Set<String> defined) {
    /** Facts about a module of which nothing is known. */
    public static final ModuleFacts NONE = new ModuleFacts(
            List.of(), List.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Set.of(), Map.of(), Set.of());

    /**
     * The specification has the property.
     *
     * @param specification name of a specification
     * @param property name of a state predicate or of a temporal formula
     */
    public record Theorem(String specification, String property) {
        @Override
        public String toString() {
            return "THEOREM " + specification + " => " + property;
        }
    }

    /** Makes the collections unmodifiable. */
    public ModuleFacts {
        theorems = List.copyOf(theorems);
        unclear = List.copyOf(unclear);
        conjoined = Map.copyOf(conjoined);
        restrictions = Map.copyOf(restrictions);
        actions = Map.copyOf(actions);
        hollow = Map.copyOf(hollow);
        used = Map.copyOf(used);
        safety = Set.copyOf(safety);
        rules = Map.copyOf(rules);
        defined = Set.copyOf(defined);
    }

    /** Whether a property uses a definition. */
    public boolean uses(String property, String definition) {
        return used.getOrDefault(property, Set.of()).contains(definition);
    }

    /**
     * Whether a model shows a theorem to hold. Fairness takes no part in the check of a safety property, so a model of a specification with fairness shows it for the
     * one without.
     *
     * @param checked the specification of the model
     */
    public boolean shows(String checked, Theorem theorem) {
        return checked.equals(theorem.specification())
                || (safety.contains(theorem.property())
                        && conjoined.getOrDefault(checked, Set.of()).contains(theorem.specification()));
    }
}
