package io.godwit.modelcheck.manifest;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What an entry of the manifest is there to show. */
public enum EntryKind {
    /** The protocol is right under these faults. */
    @JsonProperty("benign")
    BENIGN,
    /** A known defect of the protocol as it is, with its saved counterexample. */
    @JsonProperty("finding")
    FINDING,
    /** One guard switched off: a named property must break. */
    @JsonProperty("mutant")
    MUTANT,
    /** One switch flipped that must not matter for safety: shows that mutants are not killed by accident. */
    @JsonProperty("calibration")
    CALIBRATION;

    /** Whether every property is expected to hold. */
    public boolean holds() {
        return this == BENIGN || this == CALIBRATION;
    }
}
