package io.godwit.modelcheck.manifest;

import com.fasterxml.jackson.annotation.JsonProperty;

/** A model checker. */
public enum ModelChecker {
    /** Explicit-state: visits every reachable state. */
    @JsonProperty("tlc")
    TLC,
    /** Symbolic: asks an SMT solver, to a bound or by induction. */
    @JsonProperty("apalache")
    APALACHE
}
