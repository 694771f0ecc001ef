package io.godwit.bench;

import io.godwit.bench.TracedCluster.Round;
import io.godwit.bench.comparison.ActivityReporter;
import io.godwit.bench.comparison.ComparisonOptions.OutputDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench trace}. */
@Command(
        name = "trace",
        mixinStandardHelpOptions = true,
        description =
                "Measure the cost of event logs: two clusters in one process, with and without logs, under load in"
                        + " turns.")
final class TraceBenchCommand implements Callable<Integer> {
    private static final int WARMUPS = 30;

    @Option(
            names = "--members",
            description = "Members of each cluster (default: ${DEFAULT-VALUE}).",
            defaultValue = "3")
    private int members;

    @Option(names = "--partitions", description = "Partitions (default: ${DEFAULT-VALUE}).", defaultValue = "271")
    private int partitions;

    @Option(
            names = "--rounds",
            description = "Pairs of rounds, one with logs and one without (default: ${DEFAULT-VALUE}).",
            defaultValue = "160")
    private int rounds;

    @Option(
            names = "--millis",
            description = "Length of a round in milliseconds (default: ${DEFAULT-VALUE}).",
            defaultValue = "250")
    private int millis;

    @Mixin
    private OutputDirectory output;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (members < 1 || partitions < 1 || rounds < 1 || millis < 1) {
            throw new ParameterException(spec.commandLine(), "all numbers are positive");
        }
        Path traces = Files.createTempDirectory("godwit-bench-trace");
        try (ActivityReporter activity = ActivityReporter.onStandardError("starts two clusters");
                TracedCluster with = TracedCluster.start("with", members, partitions, traces);
                TracedCluster without = TracedCluster.start("without", members, partitions, null)) {
            PairedRounds pairs = measure(with, without, activity);
            output.json("trace.json", pairs);
            System.out.printf(
                    Locale.ROOT,
                    "%d members, %d partitions, one backup, half reads and half writes of 100 bytes, %d pairs of %d ms,"
                            + " Java %s, %d processors%n%n",
                    members,
                    partitions,
                    rounds,
                    millis,
                    Runtime.version(),
                    Runtime.getRuntime().availableProcessors());
            System.out.print(pairs.table());
            return 0;
        } catch (IOException e) {
            System.err.println("godwit bench: " + e.getMessage());
            return Bench.FAILED;
        } finally {
            delete(traces);
        }
    }

    /** With, without; without, with; and so on: whatever changes slowly weighs on both. */
    private PairedRounds measure(TracedCluster with, TracedCluster without, ActivityReporter activity)
            throws InterruptedException {
        List<TracedCluster.Round> traced = new ArrayList<>();
        List<TracedCluster.Round> plain = new ArrayList<>();
        activity.now("warms up");
        for (int i = -WARMUPS; i < rounds; i++) {
            boolean first = i % 2 == 0;
            TracedCluster.Round one = (first ? with : without).load(millis);
            TracedCluster.Round other = (first ? without : with).load(millis);
            if (i >= 0) {
                traced.add(first ? one : other);
                plain.add(first ? other : one);
                activity.now(String.format(
                        Locale.ROOT,
                        "pair %d of %d: with %.0f calls/s, without %.0f",
                        i + 1,
                        rounds,
                        traced.get(i).perSecond(),
                        plain.get(i).perSecond()));
            }
        }
        return new PairedRounds(traced, plain);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /**
     * Rounds with event logs and without, in pairs.
     *
     * @param with event logs
     * @param without event logs, one round for each with them
     */
    record PairedRounds(List<Round> with, List<Round> without) {
        /** Copies the rounds. */
        PairedRounds {
            with = List.copyOf(with);
            without = List.copyOf(without);
            if (with.isEmpty() || with.size() != without.size()) {
                throw new IllegalArgumentException("a round without for each with");
            }
        }

        /** A figure with event logs to that without, over all rounds. */
        double overAll(ToDoubleFunction<Round> figure) {
            return figure.applyAsDouble(sum(with)) / figure.applyAsDouble(sum(without));
        }

        /** The ratio in the middle of those of the pairs. */
        double median(ToDoubleFunction<Round> figure) {
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < with.size(); i++) {
                ratios.add(figure.applyAsDouble(with.get(i)) / figure.applyAsDouble(without.get(i)));
            }
            ratios.sort(Comparator.naturalOrder());
            return ratios.get(ratios.size() / 2);
        }

        private static Round sum(List<Round> rounds) {
            return new Round(
                    rounds.stream().mapToLong(Round::calls).sum(),
                    rounds.stream().mapToLong(Round::nanos).sum(),
                    rounds.stream().mapToLong(Round::processor).sum());
        }

        /** The table in Markdown. */
        String table() {
            return "| | without | with | with to without, over all | median of the pairs |\n|---|---:|---:|---:|---:|\n"
                    + row("calls per second", Round::perSecond)
                    + row("processor us per call", Round::microsPerCall);
        }

        private String row(String what, ToDoubleFunction<Round> figure) {
            return String.format(
                    Locale.ROOT,
                    "| %s | %.1f | %.1f | %.3f | %.3f |%n",
                    what,
                    figure.applyAsDouble(sum(without)),
                    figure.applyAsDouble(sum(with)),
                    overAll(figure),
                    median(figure));
        }
    }
}
