package io.godwit.bench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.bench.comparison.CallerThreads.MapClient;
import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The flow of the seed (S001-4.2) with one system, in a process of its own: values are loaded and counted, and while clients call, a member
 * shuts down, is started again, and is killed; each time until the cluster is balanced and safe. At the end the values are counted again.
 */
final class SeedFlow {
    /** The names of the changes, in their order. */
    static final List<String> CHANGES = List.of("shutdown", "join", "kill");

    private static final long BOUND = 3_600;
    private static final int FILLING_THREADS = 16;

    private final FlowPlan plan;
    private final MemberGroup group;
    private final List<byte[]> keys = new ArrayList<>();
    private final List<FlowStep> steps = new ArrayList<>();

    SeedFlow(FlowPlan plan, MemberGroup group) {
        this.plan = plan;
        this.group = group;
        for (int i = 0; i < plan.keysPerMap(); i++) {
            keys.add(("key-" + i).getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** The members of a system, in this process. For one thread; its maps for many. */
    interface MemberGroup {
        /** Starts one more. */
        void start() throws Exception;

        /** Shuts down the one that was started last, gracefully. */
        void shutDownLast() throws Exception;

        /** Ends the one that was started last without notice. */
        void killLast() throws Exception;

        /** Is each member known to all, does each have its share of the partitions, and has each partition all its copies? */
        boolean isSafe();

        /** A map, as a client sees it. */
        CountedMap map(String name) throws Exception;

        /** A map, as a new client sees it that ends with it. */
        CountedMap connect(String name) throws Exception;
    }

    /** A map that can be counted. */
    interface CountedMap extends MapClient {
        /** How many keys it has. */
        long size();
    }

    /** Something that is done to the cluster. */
    @FunctionalInterface
    private interface Change {
        void run() throws Exception;
    }

    /** Runs the flow with Godwit's members. */
    static final class OfGodwit {
        private OfGodwit() {}

        /**
         * Runs.
         *
         * @param args a {@link FlowPlan}
         */
        public static void main(String[] args) throws Exception {
            FlowPlan plan = FlowPlan.of(List.of(args));
            ProcessMessages.tell(new SeedFlow(plan, new GodwitGroup(plan.partitions(), plan.parallel())).run());
            System.exit(0);
        }
    }

    /** Runs the flow with Hazelcast's members. */
    static final class OfHazelcast {
        private OfHazelcast() {}

        /**
         * Runs.
         *
         * @param args a {@link FlowPlan}
         */
        public static void main(String[] args) throws Exception {
            FlowPlan plan = FlowPlan.of(List.of(args));
            ProcessMessages.tell(new SeedFlow(plan, new HazelcastGroup(plan.partitions(), plan.parallel())).run());
            System.exit(0);
        }
    }

    /**
     * Runs the flow.
     *
     * @return the time before all changes, and the three changes
     * @throws IllegalStateException if a map has not as many keys as were put, or the cluster is not safe within an hour
     */
    List<FlowStep> run() throws Exception {
        for (int i = 0; i < plan.members(); i++) {
            group.start();
            ProcessMessages.say("member " + (i + 1) + " of " + plan.members());
        }
        ProcessMessages.await("all is balanced and safe", BOUND, group::isSafe);
        List<CountedMap> maps = new ArrayList<>();
        for (int i = 0; i < plan.maps(); i++) {
            maps.add(group.map("bench-" + i));
        }
        fill(maps);
        count(maps);
        try (SteadyCallers callers = new SteadyCallers(plan, maps, keys)) {
            callers.start();
            TimeUnit.SECONDS.sleep(plan.quiet());
            callers.look();
            measure(callers, "before", () -> TimeUnit.SECONDS.sleep(plan.quiet()));
            measure(callers, CHANGES.get(0), group::shutDownLast);
            measure(callers, CHANGES.get(1), group::start);
            measure(callers, CHANGES.get(2), group::killLast);
        }
        count(maps);
        return steps;
    }

    private void fill(List<CountedMap> maps) throws InterruptedException, ExecutionException {
        ProcessMessages.say("loads");
        ExecutorService threads = Executors.newFixedThreadPool(FILLING_THREADS);
        try {
            List<Future<?>> parts = new ArrayList<>();
            for (int i = 0; i < FILLING_THREADS; i++) {
                int part = i;
                parts.add(threads.submit(() -> fill(maps, part)));
            }
            for (Future<?> part : parts) {
                part.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void fill(List<CountedMap> maps, int part) {
        SplittableRandom random = new SplittableRandom(part);
        for (int i = part; i < keys.size(); i += FILLING_THREADS) {
            for (CountedMap map : maps) {
                byte[] value = new byte[plan.size()];
                random.nextBytes(value);
                map.put(keys.get(i), value);
            }
        }
    }

    private void count(List<CountedMap> maps) {
        for (int i = 0; i < maps.size(); i++) {
            long size = maps.get(i).size();
            if (size != keys.size()) {
                throw new IllegalStateException("map bench-" + i + " has " + size + " keys, not " + keys.size());
            }
        }
    }

    private void measure(SteadyCallers callers, String name, Change change) throws Exception {
        ProcessMessages.say(name);
        ProcessPauses pauses = new ProcessPauses();
        HeapPeak.reset();
        long start = System.nanoTime();
        change.run();
        ProcessMessages.await(name + ": all is balanced and safe again", BOUND, group::isSafe);
        double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
        SteadyCallers.Look calls = callers.look();
        pauses.close();
        FlowStep step = new FlowStep(
                name,
                seconds,
                Latencies.text(calls.latencies()),
                calls.failed(),
                pauses.total(),
                pauses.longest(),
                HeapPeak.bytes());
        ProcessMessages.say(String.format(
                Locale.ROOT, "%s: %.1f s, 99.9 %% of the calls in %.1f ms", name, seconds, step.millis(99.9)));
        steps.add(step);
    }

    /**
     * The parameters of a run.
     *
     * @param members 2 or more
     * @param partitions 1 or more
     * @param keysPerMap 1 or more
     * @param size of a value in bytes, 0 or more
     * @param rate calls per second, half of them gets, 1 or more
     * @param threads that call, 1 or more
     * @param quiet seconds before the first change, 0 or more
     * @param parallel migrations that a member takes part in at once; 0 for as many as by default
     * @param maps 1 or more; the values are spread over all of them
     */
    record FlowPlan(
            int members,
            int partitions,
            int keysPerMap,
            int size,
            int rate,
            int threads,
            int quiet,
            int parallel,
            int maps) {
        /** Throws {@link IllegalArgumentException} if a value is out of range. */
        FlowPlan {
            if (members < 2
                    || partitions < 1
                    || keysPerMap < 1
                    || size < 0
                    || rate < 1
                    || threads < 1
                    || quiet < 0
                    || parallel < 0
                    || maps < 1) {
                throw new IllegalArgumentException(
                        "members: 2 or more; partitions, keys, rate, threads and maps: 1 or more;"
                                + " size, quiet and parallel: 0 or more");
            }
        }

        /** The plan that became arguments. */
        static FlowPlan of(List<String> arguments) {
            int[] numbers = arguments.stream().mapToInt(Integer::parseInt).toArray();
            return new FlowPlan(
                    numbers[0],
                    numbers[1],
                    numbers[2],
                    numbers[3],
                    numbers[4],
                    numbers[5],
                    numbers[6],
                    numbers[7],
                    numbers[8]);
        }

        /** As arguments of a process. */
        List<String> arguments() {
            return List.of(members, partitions, keysPerMap, size, rate, threads, quiet, parallel, maps).stream()
                    .map(String::valueOf)
                    .toList();
        }
    }

    /**
     * A change of the cluster, or the time before all changes.
     *
     * @param name {@code before}, or one of {@link #CHANGES}
     * @param seconds until all was balanced and safe
     * @param latencies of the calls that were answered, in microseconds, from the time at which they should have begun: a compressed
     *     HdrHistogram in base 64
     * @param failed calls that failed
     * @param pauses milliseconds for which the collector stopped the process in all
     * @param longestPause the longest of these pauses, in milliseconds
     * @param heap most bytes of the heap in use at once, garbage included
     */
    record FlowStep(
            @JsonProperty("name") String name,
            @JsonProperty("seconds") double seconds,
            @JsonProperty("latencies") String latencies,
            @JsonProperty("failed") long failed,
            @JsonProperty("pauses") long pauses,
            @JsonProperty("longestPause") long longestPause,
            @JsonProperty("heap") long heap) {
        /** How long calls took that were answered, in microseconds. */
        Histogram times() {
            return Latencies.of(latencies);
        }

        /** The latency at a percentile, in milliseconds. */
        double millis(double percentile) {
            return times().getValueAtPercentile(percentile) / 1e3;
        }
    }
}
