package io.godwit.modelcheck.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Why a run has no verdict. */
public enum FailureKind {
    /** The specification does not parse, or a module is missing. */
    PARSE(true),
    /** The configuration does not fit the specification. */
    CONFIG(true),
    /** Apalache found a type error. */
    TYPE(true),
    /** An assumption about the constants is false. */
    ASSUMPTION(true),
    /** An expression of the specification cannot be evaluated. */
    EVALUATION(false),
    /** A state without successor, in a model that forbids it. */
    DEADLOCK(false),
    /** The checker ran out of memory. */
    OUT_OF_MEMORY(false),
    /** The checker ran out of its time budget. */
    TIMEOUT(false),
    /** The run ended without having visited everything. */
    INCOMPLETE(false),
    /** The checker died, or ended in a way that it should not. */
    CRASH(false);

    private final boolean brokenInput;

    FailureKind(boolean brokenInput) {
        this.brokenInput = brokenInput;
    }

    /** Whether the user's files are to blame, which is exit status 2 and not 1. */
    public boolean isBrokenInput() {
        return brokenInput;
    }

    /** The word for people and for JSON. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
