package io.godwit.bench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Locale;

/**
 * One measurement of {@code bench reference}.
 *
 * @param system its name
 * @param heap of a member, with what else its process is started with
 * @param delay milliseconds of a round trip between members, even; a round trip between the client and a member takes half of it
 * @param threads that set the reference, each one call after another
 * @param run the number of the repetition, from 1
 * @param seconds for which they call
 * @param trim seconds at the beginning and at the end that do not count
 * @param size of a value in bytes
 */
record ReferencePlan(
        @JsonProperty("system") String system,
        @JsonProperty("heap") String heap,
        @JsonProperty("delay") int delay,
        @JsonProperty("threads") int threads,
        @JsonProperty("run") int run,
        @JsonProperty("seconds") int seconds,
        @JsonProperty("trim") int trim,
        @JsonProperty("size") int size) {
    private static final double CLIENT_AND_MEMBERS = 1.5;
    private static final double MILLIS = 1_000;

    /** Throws {@link IllegalArgumentException} if a value is out of range. */
    ReferencePlan {
        if (delay < 0 || delay % 2 != 0) {
            throw new IllegalArgumentException("delays: even numbers of milliseconds, 0 or more, not " + delay
                    + ": half of it is put on each direction");
        }
        if (threads < 1 || run < 1 || size < 1) {
            throw new IllegalArgumentException("threads, runs and size: 1 or more");
        }
        if (trim < 0 || seconds - 2 * trim < 1) {
            throw new IllegalArgumentException(
                    "of " + seconds + " seconds none is left if " + trim + " are trimmed at both ends");
        }
    }

    /** The plan that became an argument. */
    static ReferencePlan of(String argument) throws JsonProcessingException {
        return new ObjectMapper().readValue(argument, ReferencePlan.class);
    }

    /** The same with another system. */
    ReferencePlan of(String otherSystem, String otherHeap) {
        return new ReferencePlan(otherSystem, otherHeap, delay, threads, run, seconds, trim, size);
    }

    /** As the argument of a process. */
    String argument() throws JsonProcessingException {
        return new ObjectMapper().writeValueAsString(this);
    }

    /** The name of the file that keeps its result. */
    String file() {
        return system.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-") + "-" + delay + "ms-" + threads + "t-"
                + run + ".json";
    }

    /** For people. */
    String text() {
        return system + ", " + delay + " ms, threads: " + threads + ", run " + run;
    }

    /**
     * Calls per second that the delays allow if a call needs one round trip between the client and a member and one between members; 0 for
     * any number.
     */
    double allowed() {
        return delay == 0 ? 0 : threads * MILLIS / (CLIENT_AND_MEMBERS * delay);
    }
}
