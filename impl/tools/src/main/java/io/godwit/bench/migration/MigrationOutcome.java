package io.godwit.bench.migration;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The result of a run. Times are real time.
 *
 * @param nanos from the release until all is balanced and safe
 * @param migrations replicas that moved or were made
 * @param histogram how long single migrations took, in microseconds: a compressed HdrHistogram in base 64
 * @param cpuNanos processor time of the process meanwhile
 * @param heapPeak most bytes of heap in use at once during the run, garbage included
 * @param heapAfter bytes of heap in use afterwards, after a collection
 */
record MigrationOutcome(
        @JsonProperty("nanos") long nanos,
        @JsonProperty("migrations") long migrations,
        @JsonProperty("histogram") String histogram,
        @JsonProperty("cpuNanos") long cpuNanos,
        @JsonProperty("heapPeak") long heapPeak,
        @JsonProperty("heapAfter") long heapAfter) {}
