package io.godwit.bench.scale;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What one change of the cluster came to. Latencies are in microseconds and of the calls that were answered.
 *
 * @param name what changed
 * @param seconds until all was balanced and safe
 * @param copies replicas that were made at a new place
 * @param megabytes how much these hold, in 10^6 bytes
 * @param half of the calls took at most so long
 * @param most of them, 99 %
 * @param nearly all, 99.9 %
 * @param failed calls that were not carried out or of which nobody knows
 */
record Phase(
        @JsonProperty("name") String name,
        @JsonProperty("seconds") double seconds,
        @JsonProperty("copies") long copies,
        @JsonProperty("megabytes") double megabytes,
        @JsonProperty("half") long half,
        @JsonProperty("most") long most,
        @JsonProperty("nearly") long nearly,
        @JsonProperty("failed") long failed) {
    /** MB in a second. */
    double speed() {
        return megabytes / seconds;
    }
}
