package io.godwit.bench.operations;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.bench.report.Latencies;
import org.HdrHistogram.Histogram;

/**
 * The result for one number of threads.
 *
 * @param threads how many called
 * @param perSecond calls in a second, reads and writes
 * @param reads how long reads took, in microseconds: a compressed HdrHistogram in base 64
 * @param writes how long writes took, in the same way
 */
record OperationsResult(
        @JsonProperty("threads") int threads,
        @JsonProperty("perSecond") double perSecond,
        @JsonProperty("reads") String reads,
        @JsonProperty("writes") String writes) {
    /** How long reads took, in microseconds. */
    Histogram readTimes() {
        return Latencies.of(reads);
    }

    /** How long writes took, in microseconds. */
    Histogram writeTimes() {
        return Latencies.of(writes);
    }
}
