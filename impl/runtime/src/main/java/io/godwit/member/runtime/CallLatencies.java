package io.godwit.member.runtime;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * How long calls with a key have waited at a member for their answers since it started: from the first arrival of their frame
 * to the answer. Calls that are redirected or refused, and relaxed reads, which wait for nobody, do not count.
 *
 * @param counts number of calls by bucket; see {@link #upTo}
 * @param nanos sum of all times, in nanoseconds
 */
public record CallLatencies(List<Long> counts, long nanos) {
    /** Buckets in which a time doubles, so that they are 12.5 % of their lower bound wide, or less. */
    private static final int STEP_BITS = 3;

    private static final int STEPS = 1 << STEP_BITS;
    /** The first bucket has all that is below its upper bound, a microsecond; the last one has all from its lower bound, a minute, on. */
    private static final int FIRST_BITS = 10;

    private static final int LAST_BITS = 36;

    /** Number of buckets. */
    public static final int BUCKETS = (LAST_BITS - FIRST_BITS) * STEPS;

    /** No calls. */
    public static final CallLatencies NONE = new CallLatencies(List.of(), 0);

    /** The upper bound of a bucket in nanoseconds, which is also the lower bound of the next one. */
    public static long upTo(int bucket) {
        return (long) (STEPS + bucket % STEPS + 1) << (FIRST_BITS + bucket / STEPS - STEP_BITS);
    }

    /** The bucket of a time in nanoseconds. */
    static int bucket(long nanos) {
        long time = Math.max(nanos, 1L << FIRST_BITS);
        int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(time);
        int step = (int) (time >>> (bits - STEP_BITS)) - STEPS;
        return Math.min((bits - FIRST_BITS) * STEPS + step, BUCKETS - 1);
    }

    /** Number of calls. */
    public long calls() {
        return calls(0, BUCKETS);
    }

    /** Number of calls in the buckets from one to another one, which does not count. */
    public long calls(int from, int to) {
        return counts.stream().limit(to).skip(from).mapToLong(Long::longValue).sum();
    }

    /** Counts. Any thread may call. */
    static final class Counters {
        private final List<LongAdder> counts =
                IntStream.range(0, BUCKETS).mapToObj(bucket -> new LongAdder()).toList();
        private final LongAdder nanos = new LongAdder();

        /** Counts a call that has taken so many nanoseconds. */
        void answered(long time) {
            counts.get(bucket(time)).increment();
            nanos.add(time);
        }

        CallLatencies now() {
            return new CallLatencies(counts.stream().map(LongAdder::sum).toList(), nanos.sum());
        }
    }
}
