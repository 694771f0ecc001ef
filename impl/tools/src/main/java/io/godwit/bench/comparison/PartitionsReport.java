package io.godwit.bench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.bench.comparison.Page.Table;
import io.godwit.bench.comparison.PartitionCalls.CallsResult;
import io.godwit.bench.comparison.PartitionCalls.Mix;
import io.godwit.bench.comparison.PartitionsFlow.PartitionsOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * What {@code bench partitions} has measured, as tables, as JSON and as plots. Each row is of all rounds: histograms are added, of other figures the
 * median is shown.
 *
 * @param machine what it ran on, and what was done
 * @param limit seconds after which a wait was given up
 * @param runs in the order in which they ran
 */
record PartitionsReport(
        @JsonProperty("machine") String machine,
        @JsonProperty("limit") int limit,
        @JsonProperty("runs") List<PartitionsRun> runs) {
    private static final double MEGABYTE = 1e6;
    private static final int DIGITS = 3;
    private static final int PERCENT = 100;

    /**
     * One system with one number of partitions.
     *
     * @param restarted seconds until members that were started again from their disks were balanced and safe, or null
     */
    record PartitionsRun(
            @JsonProperty("system") String system,
            @JsonProperty("partitions") int partitions,
            @JsonProperty("round") int round,
            @JsonProperty("outcome") PartitionsOutcome outcome,
            @JsonProperty("restarted") Double restarted) {
        CallsResult calls(Mix mix) {
            return outcome.calls().stream()
                    .filter(it -> it.mix() == mix)
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** All rounds of one system with one number of partitions. */
    private record Rounds(List<PartitionsRun> runs) {
        PartitionsRun first() {
            return runs.get(0);
        }

        String name() {
            PartitionsRun first = first();
            return String.format(Locale.ROOT, "%s, %,d", first.system(), first.partitions());
        }

        double median(ToDoubleFunction<PartitionsRun> what) {
            return PartitionsReport.median(
                    runs.stream().mapToDouble(what).boxed().toList());
        }

        double calls(Mix mix, ToDoubleFunction<CallsResult> what) {
            return median(run -> what.applyAsDouble(run.calls(mix)));
        }

        Histogram all(Mix mix, Function<CallsResult, String> which) {
            Histogram all = new Histogram(DIGITS);
            runs.forEach(run -> all.add(Latencies.of(which.apply(run.calls(mix)))));
            return all;
        }

        /** Seconds, or that it took longer than the limit in one of the rounds at least, or nothing if it was not done. */
        String seconds(Function<PartitionsRun, Double> what, String otherwise) {
            List<Double> seconds = runs.stream().map(what).toList();
            return seconds.stream().anyMatch(Objects::isNull)
                    ? otherwise
                    : String.format(Locale.ROOT, "%.2f", PartitionsReport.median(seconds));
        }
    }

    private static double median(List<Double> values) {
        return values.isEmpty() ? 0 : values.stream().sorted().toList().get((values.size() - 1) / 2);
    }

    /** By system, and then by the number of partitions. */
    private Collection<Rounds> rows() {
        Map<String, Rounds> rows = new LinkedHashMap<>();
        for (String system : runs.stream().map(PartitionsRun::system).distinct().toList()) {
            for (int count :
                    runs.stream().map(PartitionsRun::partitions).distinct().toList()) {
                List<PartitionsRun> rounds = runs.stream()
                        .filter(it -> it.system().equals(system) && it.partitions() == count)
                        .toList();
                if (!rounds.isEmpty()) {
                    rows.put(system + count, new Rounds(rounds));
                }
            }
        }
        return rows.values();
    }

    /** Calls, a row for each system, number of partitions and mixture, in Markdown. */
    String calls() {
        Table table = new Table(
                2,
                List.of(
                        "system",
                        "calls",
                        "partitions",
                        "calls/s",
                        "% of the first",
                        "get ms: half",
                        "99 %",
                        "99.9 %",
                        "put ms: half",
                        "99 %",
                        "99.9 %",
                        "size ms: half",
                        "99 %",
                        "99.9 %",
                        "of each call: CPU us",
                        "KB",
                        "pauses ms",
                        "longest",
                        "heap MB"));
        for (Mix mix : Mix.values()) {
            for (Rounds row : rows()) {
                double first = rows().stream()
                        .filter(it -> it.first().system().equals(row.first().system()))
                        .findFirst()
                        .orElseThrow()
                        .calls(mix, CallsResult::perSecond);
                double perSecond = row.calls(mix, CallsResult::perSecond);
                table.row(String.format(
                        Locale.ROOT,
                        "%s | %s | %,d | %.0f | %.0f | %s | %s | %s | %.1f | %.1f | %.0f | %.0f | %.0f",
                        row.first().system(),
                        mix.text(),
                        row.first().partitions(),
                        perSecond,
                        PERCENT * perSecond / first,
                        cells(row.all(mix, CallsResult::gets)),
                        cells(row.all(mix, CallsResult::puts)),
                        cells(row.all(mix, CallsResult::sizes)),
                        row.calls(mix, it -> it.each().processor() / 1e3),
                        row.calls(mix, it -> it.each().allocated() / 1e3),
                        row.calls(mix, CallsResult::pauses),
                        row.calls(mix, CallsResult::longestPause),
                        row.calls(mix, it -> it.heap() / MEGABYTE)));
            }
        }
        return table.text();
    }

    private static String cells(Histogram histogram) {
        return histogram.getTotalCount() == 0
                ? " |  | "
                : String.format(
                        Locale.ROOT,
                        "%.2f | %.2f | %.2f",
                        histogram.getValueAtPercentile(50) / 1e3,
                        histogram.getValueAtPercentile(99) / 1e3,
                        histogram.getValueAtPercentile(99.9) / 1e3);
    }

    /** Everything but calls, a row for each system and number of partitions, in Markdown. */
    String clusters() {
        Table table = new Table(
                1,
                List.of(
                        "system",
                        "partitions",
                        "form s",
                        "join s",
                        "restart s",
                        "new client ms",
                        "live heap MB",
                        "idle: CPU %",
                        "MB/s"));
        for (Rounds row : rows()) {
            table.row(String.format(
                    Locale.ROOT,
                    "%s | %,d | %.2f | %s | %s | %.1f | %.0f | %.1f | %.2f",
                    row.first().system(),
                    row.first().partitions(),
                    row.median(it -> it.outcome().formed()),
                    row.seconds(it -> it.outcome().joined(), "more than " + limit),
                    row.seconds(PartitionsRun::restarted, ""),
                    row.median(it -> median(it.outcome().clients())),
                    row.median(it -> it.outcome().live() / MEGABYTE),
                    row.median(it -> PERCENT * it.outcome().idleProcessor()),
                    row.median(it -> it.outcome().idleAllocated() / MEGABYTE)));
        }
        return table.text();
    }

    /** Bars: calls in a second of a mixture. */
    String throughput(Mix mix) {
        BarChart bars = BarChart.logarithmic("Calls in a second: " + mix.text());
        for (int count : runs.stream().map(PartitionsRun::partitions).distinct().toList()) {
            rows().stream()
                    .filter(it -> it.first().partitions() == count)
                    .forEach(it -> bars.with(
                            String.format(Locale.ROOT, "%,d", count),
                            it.first().system(),
                            it.calls(mix, CallsResult::perSecond),
                            ""));
        }
        return bars.svg();
    }

    /** Curves: how long gets take, by percentile, with the fewest and with the most partitions. */
    String latencies() {
        LatencyChart curves = new LatencyChart("Gets by percentile, in gets and puts");
        int least = runs.stream().mapToInt(PartitionsRun::partitions).min().orElse(0);
        int most = runs.stream().mapToInt(PartitionsRun::partitions).max().orElse(0);
        rows().stream()
                .filter(it -> it.first().partitions() == least || it.first().partitions() == most)
                .forEach(it -> curves.with(it.name(), it.all(Mix.CALLS, CallsResult::gets)));
        return curves.svg();
    }

    /** Writes {@code partitions.json}, {@code partitions.md} and the plots. */
    void write(Path directory) throws IOException {
        Page page = new Page("partitions", machine).text(calls()).text(clusters());
        for (Mix mix : Mix.values()) {
            page.plot("-" + mix.name().toLowerCase(Locale.ROOT).replace('_', '-'), mix.text(), throughput(mix));
        }
        page.plot("-latency", "latencies", latencies()).write(directory, this);
    }
}
