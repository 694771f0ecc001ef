package io.godwit.modelcheck.manifest;

import com.fasterxml.jackson.annotation.JsonProperty;

/** When a model is checked. Each tier contains the ones before it. */
public enum Tier {
    /** The default: two minutes on two cores. */
    @JsonProperty("quick")
    QUICK,
    /** For every pull request: a quarter of an hour. */
    @JsonProperty("pr")
    PR,
    /** As long as it takes. */
    @JsonProperty("nightly")
    NIGHTLY;

    /** Whether a run of this tier includes models of {@code other}. */
    public boolean includes(Tier other) {
        return other.compareTo(this) <= 0;
    }
}
