package io.godwit.modelcheck.run;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** What a checker found out about a model, or that it found out nothing. */
public sealed interface Verdict {
    /** Everything that was checked holds, in every reachable state or behaviour (or up to the bound, for Apalache). */
    record Holds() implements Verdict {
        @Override
        public String text() {
            return "holds";
        }
    }

    /**
     * A property breaks.
     *
     * @param candidates the property, or those of which the checker did not say which; never empty
     */
    record Violated(List<String> candidates) implements Verdict {
        /** Makes the list unmodifiable. */
        public Violated {
            candidates = List.copyOf(candidates);
            if (candidates.isEmpty()) {
                throw new IllegalArgumentException("a violation of nothing");
            }
        }

        /** A violation of one known property. */
        public Violated(String property) {
            this(List.of(property));
        }

        /** Whether the checker said, or left no doubt, which property it is. */
        public boolean isNamed() {
            return candidates.size() == 1;
        }

        /** The property; only when {@link #isNamed()}. */
        public String property() {
            if (!isNamed()) {
                throw new IllegalStateException("one of " + candidates);
            }
            return candidates.get(0);
        }

        @Override
        public String text() {
            return isNamed() ? "violated " + property() : "violated one of " + String.join(", ", candidates);
        }
    }

    /**
     * No verdict. Never an expected outcome.
     *
     * @param kind why
     * @param detail what the checker said, for people
     */
    record Failed(FailureKind kind, String detail) implements Verdict {
        /** Checks that nothing is missing. */
        public Failed {
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(detail, "detail");
        }

        @Override
        public String text() {
            return "error: " + kind.word();
        }
    }

    /** A few words for tables. */
    String text();

    /** Why a run has no verdict. */
    enum FailureKind {
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
}
