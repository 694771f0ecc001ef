package io.godwit.bench.comparison;

import io.godwit.bench.comparison.OperationsLoad.OperationsResult;
import io.godwit.bench.comparison.Page.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Puts and gets as tables, as JSON and as plots. */
final class OperationsReport {
    private final Map<String, List<OperationsResult>> rows;
    private final String machine;

    /**
     * A report.
     *
     * @param rows what was measured, by system
     * @param machine what it ran on, and what was done
     */
    OperationsReport(Map<String, List<OperationsResult>> rows, String machine) {
        this.rows = rows;
        this.machine = machine;
    }

    /** One row for each system and number of threads, in Markdown. */
    String table() {
        Table table = new Table(
                1,
                List.of(
                        "system",
                        "threads",
                        "calls/s",
                        "get us: half",
                        "99 %",
                        "99.9 %",
                        "put us: half",
                        "99 %",
                        "99.9 %",
                        "of each call: CPU us",
                        "KB",
                        "waits"));
        rows.forEach((name, all) -> all.forEach(it -> table.row(String.format(
                Locale.ROOT,
                "%s | %d | %.0f | %s | %s | %.1f | %.1f | %.1f",
                name,
                it.threads(),
                it.perSecond(),
                cells(it.readTimes()),
                cells(it.writeTimes()),
                it.each().processor() / 1e3,
                it.each().allocated() / 1e3,
                it.each().waits()))));
        return table.text();
    }

    private static String cells(Histogram histogram) {
        return String.format(
                Locale.ROOT,
                "%d | %d | %d",
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(99),
                histogram.getValueAtPercentile(99.9));
    }

    /** Bars: calls in a second. */
    String throughput() {
        BarChart bars = BarChart.linear("Calls in a second");
        threads()
                .forEach(threads -> rows.forEach((name, all) -> all.stream()
                        .filter(it -> it.threads() == threads)
                        .forEach(it -> bars.with(
                                threads + (threads == 1 ? " thread" : " threads"), name, it.perSecond(), ""))));
        return bars.svg();
    }

    /** Curves: how long gets and puts took, with the largest number of threads. */
    String latencies() {
        int most = threads().stream().mapToInt(it -> it).max().orElse(0);
        LatencyChart curves = new LatencyChart("Gets and puts by percentile, " + most + " threads");
        times(most).forEach(curves::with);
        return curves.svg();
    }

    private List<Integer> threads() {
        return rows.values().stream()
                .flatMap(List::stream)
                .map(OperationsResult::threads)
                .distinct()
                .toList();
    }

    private Map<String, Histogram> times(int threads) {
        Map<String, Histogram> times = new LinkedHashMap<>();
        rows.forEach((name, all) -> all.stream()
                .filter(it -> it.threads() == threads)
                .forEach(it -> {
                    times.put(name + ", get", it.readTimes());
                    times.put(name + ", put", it.writeTimes());
                }));
        return times;
    }

    /** Percentiles of each system and number of threads. */
    String percentiles() {
        Map<String, Histogram> times = new LinkedHashMap<>();
        threads().forEach(threads -> times(threads)
                .forEach((name, histogram) -> times.put(name + ", " + threads + " thr.", histogram)));
        return Latencies.table("calls", times);
    }

    /** Writes {@code operations.json}, {@code operations.md} and two plots. */
    void write(Path directory) throws IOException {
        new Page("operations", machine)
                .text(table())
                .plot("", "calls in a second", throughput())
                .plot("-latency", "latencies", latencies())
                .text(percentiles())
                .write(directory, rows);
    }
}
