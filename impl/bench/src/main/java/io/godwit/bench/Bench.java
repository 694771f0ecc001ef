package io.godwit.bench;

import io.godwit.bench.contest.Vigil;
import io.godwit.bench.messages.MessagesCommand;
import io.godwit.bench.migration.MigrationCommand;
import io.godwit.bench.operations.OperationsCommand;
import io.godwit.bench.report.Machine;
import io.godwit.bench.scale.ScaleCommand;
import io.godwit.bench.trace.TraceCommand;
import io.godwit.bench.transfer.TransferCommand;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command. Its own names are benchmarks of single pieces, which go into one table. On a machine that does other things as
 * well, median and least time say more than the mean.
 */
@Command(
        name = "godwit bench",
        mixinStandardHelpOptions = true,
        description = "Run benchmarks. A run reports its progress and prints a table; there is no pass or fail.",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:measured", "2:invalid arguments", "3:a process could not be started, or failed"},
        subcommands = {
            MigrationCommand.class,
            OperationsCommand.class,
            ScaleCommand.class,
            TraceCommand.class,
            MessagesCommand.class,
            TransferCommand.class
        })
public final class Bench implements Callable<Integer> {
    public static final int FAILED = 3;
    private static final int FORKS = 1;
    private static final int WARMUPS = 3;
    private static final int MEASUREMENTS = 5;
    private static final List<String> PIECES = List.of("planner", "stamp", "update", "step", "events");

    @Parameters(
            arity = "0..*",
            paramLabel = "PIECE",
            description = "JMH benchmarks to run: planner, stamp, update, step, events. Default: all five.")
    private List<String> pieces = List.of();

    @Spec
    private CommandSpec spec;

    private Bench() {}

    /** The command line. */
    static CommandLine commandLine() {
        return new CommandLine(new Bench()).setExecutionExceptionHandler((failure, line, parsed) -> {
            if (failure instanceof IOException) {
                line.getErr().println("godwit bench: " + failure.getMessage());
            } else {
                failure.printStackTrace(line.getErr());
            }
            return FAILED;
        });
    }

    /**
     * Measures.
     *
     * @param args a command with options, or names of pieces
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    @Override
    public Integer call() throws RunnerException {
        OptionsBuilder options = new OptionsBuilder();
        for (String piece : pieces) {
            if (!PIECES.contains(piece)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "unknown benchmark: " + piece
                                + "; there are migration, operations, scale, trace, messages, transfer, "
                                + String.join(", ", PIECES));
            }
            options.include("(?i)\\." + piece + "Benchmark\\.");
        }
        try (Vigil vigil = Vigil.onStandardError("starts")) {
            vigil.now("measures " + String.join(", ", pieces.isEmpty() ? PIECES : pieces));
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
        return 0;
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
