package io.godwit.bench;

import io.godwit.bench.comparison.ActivityReporter;
import io.godwit.modelcheck.Machine;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the JMH benchmarks of single pieces and prints their results as one table. */
final class MicroBenchmarks {
    static final List<String> ALL = List.of("planner", "stamp", "update", "step", "events");

    private static final int FORKS = 1;
    private static final int WARMUPS = 3;
    private static final int MEASUREMENTS = 5;

    private MicroBenchmarks() {}

    /** Measures these of {@link #ALL}. */
    static void measure(Collection<String> names) throws RunnerException {
        OptionsBuilder options = new OptionsBuilder();
        for (String name : names) {
            options.include("(?i)\\." + name + "Benchmark\\.");
        }
        try (ActivityReporter activity = ActivityReporter.onStandardError("starts")) {
            activity.now("measures " + String.join(", ", names));
            print(new Runner(options.forks(FORKS)
                            .warmupIterations(WARMUPS)
                            .warmupTime(TimeValue.seconds(1))
                            .measurementIterations(MEASUREMENTS)
                            .measurementTime(TimeValue.seconds(1))
                            .jvmArgs("-Xmx1g", "-XX:+UseSerialGC")
                            .verbosity(VerboseMode.SILENT)
                            .build())
                    .run());
        }
    }

    private static void print(Collection<RunResult> results) {
        System.out.printf(
                Locale.ROOT,
                "%s; %d s of warm-up, %d s measured%n%n",
                Machine.text(),
                FORKS * WARMUPS,
                FORKS * MEASUREMENTS);
        System.out.println("| benchmark | parameters | mean | median | least | unit |");
        System.out.println("|---|---|---:|---:|---:|---|");
        Map<String, Double> updates = new TreeMap<>();
        for (RunResult result : results) {
            String name = result.getParams().getBenchmark().replaceAll(".*\\.(\\w+)Benchmark\\.", "$1.");
            Map<String, String> parameters = new TreeMap<>();
            for (String key : result.getParams().getParamsKeys()) {
                parameters.put(key, result.getParams().getParam(key));
            }
            var score = result.getPrimaryResult();
            var statistics = score.getStatistics();
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %.3f | %.3f | %.3f | %s |%n",
                    name,
                    String.join(", ", parameters.values()),
                    score.getScore(),
                    statistics.getPercentile(50),
                    statistics.getMin(),
                    score.getScoreUnit());
            if (name.startsWith("Update.")) {
                updates.put(name + " " + parameters.get("partitions"), score.getScore());
            }
        }
        for (String protocol : new String[] {"classic", "quorum"}) {
            Double small = updates.get("Update." + protocol + " 271");
            Double great = updates.get("Update." + protocol + " 50021");
            if (small != null && great != null) {
                System.out.printf(
                        Locale.ROOT, "%nOne update, 50,021 to 271 partitions, %s: %.2f%n", protocol, great / small);
            }
        }
    }
}
