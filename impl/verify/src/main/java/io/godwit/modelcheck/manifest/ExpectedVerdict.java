package io.godwit.modelcheck.manifest;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The two verdicts that a model may be expected to have. An error is never expected. */
public enum ExpectedVerdict {
    /** No property breaks in any reachable state or behaviour. */
    @JsonProperty("holds")
    HOLDS,
    /** A named property breaks. */
    @JsonProperty("violated")
    VIOLATED
}
