package io.godwit.modelcheck.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
