package io.godwit.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What a rung found out about a row.
 *
 * @param verdict whether it caught it
 * @param by the property that broke, or the action in which engine and specification disagree; empty when nothing was found
 * @param where the model, or the seed
 * @param effort states of the counterexample; states looked at; seeds tried
 * @param seconds how long it took
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Catch(Verdict verdict, String by, String where, long effort, double seconds) {
    /** What came out. */
    public enum Verdict {
        /** It was caught. */
        @JsonProperty("caught")
        CAUGHT,
        /** It was looked for and not caught. */
        @JsonProperty("missed")
        MISSED,
        /** Nobody looked for it; the manifest says what would come out. */
        @JsonProperty("expected")
        EXPECTED,
        /** Nobody looked for it. */
        @JsonProperty("not run")
        NOT_RUN
    }

    /** Nobody looked for it. */
    static final Catch NOT_RUN = new Catch(Verdict.NOT_RUN, "", "", 0, 0);

    /** Fills in what may be left out. */
    public Catch {
        by = by == null ? "" : by;
        where = where == null ? "" : where;
    }

    /** This one, or an older one if nobody looked. */
    Catch over(Catch older) {
        return verdict == Verdict.CAUGHT || verdict == Verdict.MISSED ? this : older;
    }

    /** Was it caught? */
    public boolean caught() {
        return verdict == Verdict.CAUGHT;
    }
}
