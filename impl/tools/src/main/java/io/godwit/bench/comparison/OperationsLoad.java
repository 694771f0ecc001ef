package io.godwit.bench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * What is done.
 *
 * @param members how many members, 1 or more
 * @param partitions how many partitions
 * @param backups how many backups, 0 or more
 * @param keys on how many keys
 * @param size bytes of a value
 * @param reads percent of the calls that read
 * @param warmup seconds before anything is measured
 * @param seconds that are measured, for each number of threads
 * @param threads that call one after the other; each number is one measurement
 */
record OperationsLoad(
        int members,
        int partitions,
        int backups,
        int keys,
        int size,
        int reads,
        int warmup,
        int seconds,
        List<Integer> threads) {
    /** Refuses what cannot be measured. */
    OperationsLoad {
        threads = List.copyOf(threads);
        if (members < 1 || partitions < 1 || keys < 1 || size < 1 || seconds < 1 || warmup < 0) {
            throw new IllegalArgumentException("members, partitions, keys, size and seconds: positive");
        }
        if (backups < 0 || backups >= members) {
            throw new IllegalArgumentException("backups: 0 or more, and fewer than members");
        }
        if (reads < 0 || reads > 100 || threads.isEmpty() || threads.stream().anyMatch(it -> it < 1)) {
            throw new IllegalArgumentException("reads: a percentage; threads: one number or more, all positive");
        }
    }

    /** From the arguments of a process. */
    static OperationsLoad of(List<String> args) {
        List<Integer> numbers = args.stream().map(Integer::valueOf).toList();
        return new OperationsLoad(
                numbers.get(0),
                numbers.get(1),
                numbers.get(2),
                numbers.get(3),
                numbers.get(4),
                numbers.get(5),
                numbers.get(6),
                numbers.get(7),
                numbers.subList(8, numbers.size()));
    }

    /** The arguments from which {@link #of} makes it. */
    List<String> arguments() {
        return Stream.concat(
                        Stream.of(members, partitions, backups, keys, size, reads, warmup, seconds), threads.stream())
                .map(String::valueOf)
                .toList();
    }

    /**
     * The result for one number of threads.
     *
     * @param threads how many called
     * @param perSecond calls in a second, reads and writes
     * @param reads how long reads took, in microseconds: a compressed HdrHistogram in base 64
     * @param writes how long writes took, in the same way
     * @param each what the process used for each call
     */
    record OperationsResult(
            @JsonProperty("threads") int threads,
            @JsonProperty("perSecond") double perSecond,
            @JsonProperty("reads") String reads,
            @JsonProperty("writes") String writes,
            @JsonProperty("each") ProcessUse each) {
        /** How long reads took, in microseconds. */
        Histogram readTimes() {
            return Latencies.of(reads);
        }

        /** How long writes took, in microseconds. */
        Histogram writeTimes() {
            return Latencies.of(writes);
        }
    }
}
