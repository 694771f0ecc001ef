package io.godwit.bench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.bench.comparison.Page.Table;
import io.godwit.bench.comparison.ScaleCluster.Phase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Changes of the cluster as tables, as JSON and as plots.
 *
 * @param machine what it ran on, and what was done
 * @param phases the quiet time first; the ratios are to it
 * @param loopback MB/s of a plain copy
 */
record ScaleReport(
        @JsonProperty("machine") String machine,
        @JsonProperty("phases") List<Phase> phases,
        @JsonProperty("loopback") double loopback) {
    private static final double NEARLY_ALL = 99.9;
    private static final String PLAIN = "a plain copy over loopback";

    /** One row for each change, in Markdown. */
    String table() {
        Table table = new Table(
                1,
                List.of(
                        "change",
                        "s",
                        "copies",
                        "MB",
                        "MB/s",
                        "of plain",
                        "half ms",
                        "99 % ms",
                        "99.9 % ms",
                        "99.9 % / before",
                        "failed"));
        double before = Math.max(1e-3, phases.get(0).millis(NEARLY_ALL));
        for (Phase phase : phases) {
            table.row(String.format(
                    Locale.ROOT,
                    "%s | %.1f | %d | %.0f | %.1f | %.1f %% | %.2f | %.2f | %.2f | %.1f | %d",
                    phase.name(),
                    phase.seconds(),
                    phase.copies(),
                    phase.megabytes(),
                    phase.speed(),
                    100 * phase.speed() / loopback,
                    phase.millis(50),
                    phase.millis(99),
                    phase.millis(NEARLY_ALL),
                    phase.millis(NEARLY_ALL) / before,
                    phase.failed()));
        }
        return table.text() + String.format(Locale.ROOT, "%nA plain copy over loopback: %.0f MB/s%n", loopback);
    }

    /** Bars: how long the slowest of a thousand calls took, and how fast values moved. */
    String bars() {
        BarChart bars = BarChart.logarithmic("99.9 % of the calls, and how fast values moved");
        phases.forEach(phase -> bars.with("99.9 %", phase.name(), phase.millis(NEARLY_ALL), "ms"));
        phases.stream()
                .filter(phase -> phase.copies() > 0)
                .forEach(phase -> bars.with("speed", phase.name(), phase.speed(), "MB/s"));
        return bars.with("speed", PLAIN, loopback, "MB/s").svg();
    }

    /** Curves: how long calls took in each phase. */
    String latencies() {
        LatencyChart curves = new LatencyChart("Calls by percentile, from the moment at which they should have begun");
        phases.forEach(phase -> curves.with(phase.name(), phase.times()));
        return curves.svg();
    }

    /** Percentiles of each phase. */
    String percentiles() {
        Map<String, Histogram> times = new LinkedHashMap<>();
        phases.forEach(phase -> times.put(phase.name(), phase.times()));
        return Latencies.table("calls", times);
    }

    /** Writes {@code scale.json}, {@code scale.md} and two plots. */
    void write(Path directory) throws IOException {
        new Page("scale", machine)
                .text(table())
                .plot("", "99.9 %, and speed", bars())
                .plot("-latency", "latencies", latencies())
                .text(percentiles())
                .write(directory, this);
    }
}
