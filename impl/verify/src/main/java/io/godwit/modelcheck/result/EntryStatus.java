package io.godwit.modelcheck.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How an entry fared. */
public enum EntryStatus {
    /** What came out is what must come out. */
    @JsonProperty("passed")
    PASSED,
    /** Something else came out, or nothing. */
    @JsonProperty("failed")
    FAILED,
    /** The checker is not installed. Never counts as passed. */
    @JsonProperty("skipped")
    SKIPPED
}
