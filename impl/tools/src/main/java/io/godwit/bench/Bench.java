package io.godwit.bench;

import io.godwit.bench.comparison.MigrationCommand;
import io.godwit.bench.comparison.OperationsCommand;
import io.godwit.bench.comparison.PartitionsCommand;
import io.godwit.bench.comparison.ReferenceCommand;
import io.godwit.bench.comparison.ScaleCommand;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code godwit bench}. Its own parameters are benchmarks of single pieces, which go into one table. On a machine that does other
 * things as well, median and least time say more than the mean.
 */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description =
                "Run benchmarks: migrations and operations compared with Hazelcast, event logs, planner, stamp. A run"
                        + " reports its progress and prints a table; there is no pass or fail.",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:measured", "2:invalid arguments", "3:a process could not be started, or failed"},
        subcommands = {
            MigrationCommand.class,
            OperationsCommand.class,
            ScaleCommand.class,
            PartitionsCommand.class,
            ReferenceCommand.class,
            TraceBenchCommand.class,
            MessagesCommand.class,
            TransferCommand.class
        })
public final class Bench implements Callable<Integer> {
    public static final int FAILED = 3;

    @Parameters(
            arity = "0..*",
            paramLabel = "PIECE",
            description = "JMH benchmarks to run: planner, stamp, update, step, events. Default: all five.")
    private List<String> pieces = List.of();

    @Spec
    private CommandSpec spec;

    Bench() {}

    @Override
    public Integer call() throws Exception {
        for (String piece : pieces) {
            if (!MicroBenchmarks.ALL.contains(piece)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "unknown benchmark: " + piece
                                + "; there are migration, operations, scale, partitions, reference, trace, messages, transfer, "
                                + String.join(", ", MicroBenchmarks.ALL));
            }
        }
        MicroBenchmarks.measure(pieces.isEmpty() ? MicroBenchmarks.ALL : pieces);
        return 0;
    }
}
