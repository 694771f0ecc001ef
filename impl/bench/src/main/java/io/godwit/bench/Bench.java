package io.godwit.bench;

import io.godwit.bench.migration.MigrationCommand;
import io.godwit.bench.operations.OperationsCommand;
import io.godwit.bench.scale.ScaleCommand;
import io.godwit.bench.trace.TraceCommand;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine;

/**
 * The command: runs the benchmarks that are named, all without a name, and prints one table. On a machine that does other
 * things as well, median and least time say more than the mean.
 */
public final class Bench {
    private static final int FORKS = 1;
    private static final int WARMUPS = 3;
    private static final int MEASUREMENTS = 5;

    private Bench() {}

    /**
     * Measures.
     *
     * @param args {@code migration}, {@code operations}, {@code scale} or {@code trace} with options; or some of
     *     {@code planner}, {@code stamp}, {@code update} and {@code step}, or none for these four
     */
    public static void main(String[] args) throws RunnerException {
        Map<String, Object> commands = Map.of(
                "migration", new MigrationCommand(),
                "operations", new OperationsCommand(),
                "scale", new ScaleCommand(),
                "trace", new TraceCommand());
        if (args.length > 0 && commands.containsKey(args[0])) {
            String[] options = Arrays.copyOfRange(args, 1, args.length);
            System.exit(new CommandLine(commands.get(args[0])).execute(options));
        }
        for (String name : args) {
            if (!name.matches("planner|stamp|update|step")) {
                System.err.println("godwit bench: no such benchmark: " + name
                        + "; there are migration, operations, scale, trace, planner, stamp, update and step");
                System.exit(2);
            }
        }
        OptionsBuilder options = new OptionsBuilder();
        for (String name : args) {
            options.include("(?i)\\." + name + "Benchmark\\.");
        }
        Collection<RunResult> results = new Runner(options.forks(FORKS)
                        .warmupIterations(WARMUPS)
                        .warmupTime(TimeValue.seconds(1))
                        .measurementIterations(MEASUREMENTS)
                        .measurementTime(TimeValue.seconds(1))
                        .jvmArgs("-Xmx1g", "-XX:+UseSerialGC")
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
        print(results);
    }

    private static void print(Collection<RunResult> results) {
        System.out.printf(
                Locale.ROOT,
                "%s, Java %s, %d processors; %d s of warm-up, %d s measured%n%n",
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
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
