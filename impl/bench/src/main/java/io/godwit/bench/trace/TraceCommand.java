package io.godwit.bench.trace;

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
import picocli.CommandLine.Option;

/** {@code bench trace}. */
@Command(
        name = "trace",
        mixinStandardHelpOptions = true,
        description = "What event logs cost: two clusters in one process, one with logs and one without, under load in"
                + " turns; nothing is judged.")
public final class TraceCommand implements Callable<Integer> {
    private static final int WARMUPS = 30;
    private static final int FAILED = 3;

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

    @Override
    public Integer call() throws Exception {
        Path traces = Files.createTempDirectory("godwit-bench-trace");
        try (Side with = Side.start("with", members, partitions, traces);
                Side without = Side.start("without", members, partitions, null)) {
            measure(with, without);
            return 0;
        } catch (IOException e) {
            System.err.println("godwit bench: " + e.getMessage());
            return FAILED;
        } finally {
            delete(traces);
        }
    }

    /** With, without; without, with; and so on: whatever changes slowly weighs on both. */
    private void measure(Side with, Side without) throws InterruptedException {
        List<Side.Round> traced = new ArrayList<>();
        List<Side.Round> plain = new ArrayList<>();
        for (int i = -WARMUPS; i < rounds; i++) {
            boolean first = i % 2 == 0;
            Side.Round one = (first ? with : without).load(millis);
            Side.Round other = (first ? without : with).load(millis);
            if (i >= 0) {
                traced.add(first ? one : other);
                plain.add(first ? other : one);
                System.err.printf(
                        Locale.ROOT,
                        "pair %d of %d: with %.0f calls/s, without %.0f%n",
                        i + 1,
                        rounds,
                        traced.get(i).perSecond(),
                        plain.get(i).perSecond());
            }
        }
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
        System.out.println("| | without | with | with to without, over all | median of the pairs |");
        System.out.println("|---|---:|---:|---:|---:|");
        row("calls per second", traced, plain, Side.Round::perSecond, all(traced, true), all(plain, true));
        row("processor us per call", traced, plain, Side.Round::microsPerCall, all(traced, false), all(plain, false));
    }

    private static double all(List<Side.Round> rounds, boolean speed) {
        long calls = rounds.stream().mapToLong(Side.Round::calls).sum();
        long nanos = rounds.stream().mapToLong(Side.Round::nanos).sum();
        long processor = rounds.stream().mapToLong(Side.Round::processor).sum();
        Side.Round sum = new Side.Round(calls, nanos, processor);
        return speed ? sum.perSecond() : sum.microsPerCall();
    }

    private static void row(
            String what,
            List<Side.Round> traced,
            List<Side.Round> plain,
            ToDoubleFunction<Side.Round> figure,
            double with,
            double without) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < traced.size(); i++) {
            ratios.add(figure.applyAsDouble(traced.get(i)) / figure.applyAsDouble(plain.get(i)));
        }
        ratios.sort(Comparator.naturalOrder());
        System.out.printf(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %.3f | %.3f |%n",
                what,
                without,
                with,
                with / without,
                ratios.get(ratios.size() / 2));
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
