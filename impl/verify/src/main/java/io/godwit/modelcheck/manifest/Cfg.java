package io.godwit.modelcheck.manifest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A TLC configuration.
 *
 * @param file where it was read from; stays the same when it is restricted or overridden
 * @param constants by name, in the order of the file
 * @param single statements with one name: SPECIFICATION, INIT, NEXT, VIEW, ALIAS, POSTCONDITION, CHECK_DEADLOCK
 * @param invariants names under INVARIANT(S)
 * @param properties names under PROPERTY and PROPERTIES
 * @param constraints names under CONSTRAINT(S)
 * @param actionConstraints names under ACTION_CONSTRAINT(S)
 * @param symmetry names under SYMMETRY
 */
public record Cfg(
        Path file,
        Map<String, Assignment> constants,
        Map<CfgKeyword, Named> single,
        List<Named> invariants,
        List<Named> properties,
        List<Named> constraints,
        List<Named> actionConstraints,
        List<Named> symmetry) {
    /** The constant that has the names of the rules that do not hold. */
    public static final String WEAKENED = "Weakened";

    /** Makes the collections unmodifiable. */
    public Cfg {
        constants = Collections.unmodifiableMap(new LinkedHashMap<>(constants));
        single = Collections.unmodifiableMap(new LinkedHashMap<>(single));
        invariants = List.copyOf(invariants);
        properties = List.copyOf(properties);
        constraints = List.copyOf(constraints);
        actionConstraints = List.copyOf(actionConstraints);
        symmetry = List.copyOf(symmetry);
    }

    /** The names of the rules that do not hold. */
    public Set<String> weakened() {
        return constants.containsKey(WEAKENED) ? constants.get(WEAKENED).strings() : Set.of();
    }

    /** The names under INVARIANT(S). */
    public List<String> invariantNames() {
        return invariants.stream().map(Named::name).toList();
    }

    /** The names under PROPERTY and PROPERTIES. */
    public List<String> propertyNames() {
        return properties.stream().map(Named::name).toList();
    }

    /** The name of the specification, or of the next-state relation where the two parts are named one by one. */
    public String behaviour() {
        boolean split = single.containsKey(CfgKeyword.NEXT);
        return single.get(split ? CfgKeyword.NEXT : CfgKeyword.SPECIFICATION).name();
    }

    /** Whether a state without successor is an error, as it is unless the cfg says otherwise. */
    public boolean checksDeadlock() {
        Named value = single.get(CfgKeyword.CHECK_DEADLOCK);
        return value == null || value.name().equals("TRUE");
    }

    /** The same configuration with these constants. */
    Cfg withConstants(Map<String, Assignment> others) {
        return new Cfg(file, others, single, invariants, properties, constraints, actionConstraints, symmetry);
    }

    /** The same configuration with these invariants and properties. */
    Cfg withChecked(List<Named> otherInvariants, List<Named> otherProperties) {
        return new Cfg(
                file, constants, single, otherInvariants, otherProperties, constraints, actionConstraints, symmetry);
    }

    /** The line that mentions {@code name}, or 0. */
    public int lineOf(String name) {
        Assignment assignment = constants.get(name);
        if (assignment != null) {
            return assignment.line();
        }
        for (List<Named> list : List.of(invariants, properties, constraints, actionConstraints, symmetry)) {
            for (Named named : list) {
                if (named.name().equals(name)) {
                    return named.line();
                }
            }
        }
        return single.values().stream()
                .filter(named -> named.name().equals(name))
                .mapToInt(Named::line)
                .findFirst()
                .orElse(0);
    }

    /**
     * What a configuration says of one constant.
     *
     * @param name the constant, or the operator that is replaced
     * @param replaced whether an operator takes its place ({@code <-}) instead of a value ({@code =})
     * @param value the right-hand side, normalised to single spaces
     * @param line where it stands; 0 when it comes from an entry of the manifest
     */
    public record Assignment(String name, boolean replaced, String value, int line) {
        private static final Pattern STRING = Pattern.compile("\"([^\"]*)\"");

        /** Whether the constant is assigned TRUE or FALSE. */
        public boolean isBoolean() {
            return !replaced && (value.equals("TRUE") || value.equals("FALSE"));
        }

        /** The strings in the value. */
        Set<String> strings() {
            return STRING.matcher(value).results().map(match -> match.group(1)).collect(Collectors.toUnmodifiableSet());
        }
    }

    /** A name in a configuration, and the line it stands in. */
    public record Named(String name, int line) {}

    /** The statements of a TLC configuration. */
    public enum CfgKeyword {
        /** Values of constants. */
        CONSTANT("CONSTANTS"),
        /** The specification as one formula. */
        SPECIFICATION,
        /** The initial predicate. */
        INIT,
        /** The next-state relation. */
        NEXT,
        /** State predicates that every reachable state satisfies. */
        INVARIANT("INVARIANTS"),
        /** Temporal formulas that every behaviour satisfies. */
        PROPERTY("PROPERTIES"),
        /** States to explore no further. */
        CONSTRAINT("CONSTRAINTS"),
        /** Steps to leave out. */
        ACTION_CONSTRAINT("ACTION_CONSTRAINTS"),
        /** Permutations under which states are the same. */
        SYMMETRY,
        /** What of a state counts as its identity. */
        VIEW,
        /** How states are printed. */
        ALIAS,
        /** Evaluated once at the end. */
        POSTCONDITION,
        /** Whether a state without successor is an error. */
        CHECK_DEADLOCK;

        private final String plural;

        CfgKeyword() {
            this(null);
        }

        CfgKeyword(String plural) {
            this.plural = plural;
        }

        static Optional<CfgKeyword> of(String word) {
            for (CfgKeyword keyword : values()) {
                if (word.equals(keyword.name()) || word.equals(keyword.plural)) {
                    return Optional.of(keyword);
                }
            }
            return Optional.empty();
        }

        static List<String> words() {
            List<String> words = new ArrayList<>();
            for (CfgKeyword keyword : values()) {
                words.add(keyword.name());
                if (keyword.plural != null) {
                    words.add(keyword.plural);
                }
            }
            return words;
        }

        /** Whether exactly one word follows. */
        boolean isSingle() {
            return switch (this) {
                case SPECIFICATION, INIT, NEXT, VIEW, ALIAS, POSTCONDITION, CHECK_DEADLOCK -> true;
                case CONSTANT, INVARIANT, PROPERTY, CONSTRAINT, ACTION_CONSTRAINT, SYMMETRY -> false;
            };
        }
    }
}
