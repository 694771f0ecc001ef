package io.godwit.bench.scale;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.bench.report.Latencies;
import org.HdrHistogram.Histogram;

/**
 * The result of one change of the cluster.
 *
 * @param name what changed
 * @param seconds until all was balanced and safe
 * @param copies replicas that were made at a new place
 * @param megabytes how much these hold, in 10^6 bytes
 * @param latencies of the calls that were answered, in microseconds: a compressed HdrHistogram in base 64
 * @param failed calls that were not carried out or have an unknown outcome
 */
record Phase(
        @JsonProperty("name") String name,
        @JsonProperty("seconds") double seconds,
        @JsonProperty("copies") long copies,
        @JsonProperty("megabytes") double megabytes,
        @JsonProperty("latencies") String latencies,
        @JsonProperty("failed") long failed) {
    /** MB in a second. */
    double speed() {
        return megabytes / seconds;
    }

    /** How long calls took that were answered, in microseconds. */
    Histogram times() {
        return Latencies.of(latencies);
    }

    /** The latency at a percentile, in milliseconds. */
    double millis(double percentile) {
        return times().getValueAtPercentile(percentile) / 1e3;
    }
}
