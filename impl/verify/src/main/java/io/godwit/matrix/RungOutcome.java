package io.godwit.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/**
 * The result of a rung for a row.
 *
 * @param verdict whether it caught it
 * @param by the property that broke, or the action in which engine and specification disagree; empty when nothing was found
 * @param where the model, or the seed
 * @param effort states of the counterexample; states looked at; seeds tried
 * @param seconds how long it took
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record RungOutcome(Verdict verdict, String by, String where, long effort, double seconds) {
    /** The verdict. */
    public enum Verdict {
        /** Caught. */
        @JsonProperty("caught")
        CAUGHT,
        /** Searched for and not caught. */
        @JsonProperty("missed")
        MISSED,
        /** Not run; the manifest gives the expected outcome. */
        @JsonProperty("expected")
        EXPECTED,
        /** Not run. */
        @JsonProperty("not run")
        NOT_RUN
    }

    /** Not run. */
    static final RungOutcome NOT_RUN = new RungOutcome(Verdict.NOT_RUN, "", "", 0, 0);

    /** Replaces omitted components with their defaults. */
    public RungOutcome {
        by = by == null ? "" : by;
        where = where == null ? "" : where;
    }

    /** This result, or the older one if this rung was not run. */
    RungOutcome over(RungOutcome older) {
        return verdict == Verdict.CAUGHT || verdict == Verdict.MISSED ? this : older;
    }

    /** Whether it was caught. */
    public boolean caught() {
        return verdict == Verdict.CAUGHT;
    }

    /** The rungs that the matrix compares. */
    public enum Rung {
        /** The model checker, on the specification with the guard switched off. */
        TLC,
        /** The engine without the guard, on the transitions of the models. */
        REPLAY,
        /** The engine without the guard, in the world of faults. */
        SIMULATION;

        /** As it is written in files. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
