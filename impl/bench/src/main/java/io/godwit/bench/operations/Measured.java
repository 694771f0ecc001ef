package io.godwit.bench.operations;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What came out for one number of threads. Latencies are in microseconds.
 *
 * @param threads how many called
 * @param perSecond calls in a second, reads and writes
 * @param reads latencies of reads
 * @param writes latencies of writes
 */
record Measured(
        @JsonProperty("threads") int threads,
        @JsonProperty("perSecond") double perSecond,
        @JsonProperty("reads") Latency reads,
        @JsonProperty("writes") Latency writes) {
    /**
     * Latencies in microseconds.
     *
     * @param half of the calls took at most so long
     * @param most of them, 99 %
     * @param nearly all, 99.9 %
     */
    record Latency(
            @JsonProperty("half") long half, @JsonProperty("most") long most, @JsonProperty("nearly") long nearly) {}
}
