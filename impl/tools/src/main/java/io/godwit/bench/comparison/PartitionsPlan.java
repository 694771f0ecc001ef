package io.godwit.bench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.member.config.MemberConfig;

/**
 * The parameters of {@code bench partitions} for one system.
 *
 * @param partitions 1 to {@value MemberConfig#MOST_PARTITIONS}
 * @param threads of the client, each one call after another, 1 or more
 * @param keys 1 or more
 * @param size of a value in bytes, 1 or more
 * @param warmup seconds before each measurement of calls, 0 or more
 * @param seconds of each measurement of calls, 1 or more
 * @param idle seconds for which nothing is done, 1 or more
 * @param limit seconds after which a wait is given up, 1 or more
 */
record PartitionsPlan(
        @JsonProperty("partitions") int partitions,
        @JsonProperty("threads") int threads,
        @JsonProperty("keys") int keys,
        @JsonProperty("size") int size,
        @JsonProperty("warmup") int warmup,
        @JsonProperty("seconds") int seconds,
        @JsonProperty("idle") int idle,
        @JsonProperty("limit") int limit) {
    /** Throws {@link IllegalArgumentException} if a value is out of range. */
    PartitionsPlan {
        if (partitions < 1 || partitions > MemberConfig.MOST_PARTITIONS) {
            throw new IllegalArgumentException(
                    "partitions: 1 to " + MemberConfig.MOST_PARTITIONS + ", not " + partitions);
        }
        if (threads < 1 || keys < 1 || size < 1 || warmup < 0 || seconds < 1 || idle < 1 || limit < 1) {
            throw new IllegalArgumentException(
                    "threads, keys, size, seconds, idle and limit: 1 or more; warmup: 0 or more");
        }
    }

    /** The plan that became an argument. */
    static PartitionsPlan of(String argument) throws JsonProcessingException {
        return new ObjectMapper().readValue(argument, PartitionsPlan.class);
    }

    /** As the argument of a process. */
    String argument() throws JsonProcessingException {
        return new ObjectMapper().writeValueAsString(this);
    }
}
