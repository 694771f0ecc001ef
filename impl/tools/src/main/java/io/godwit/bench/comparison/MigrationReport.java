package io.godwit.bench.comparison;

import io.godwit.bench.comparison.Experiment.ExperimentRow;
import io.godwit.bench.comparison.Experiment.MigrationOutcome;
import io.godwit.bench.comparison.Page.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** What came out, as a table, as JSON and as a plot. */
final class MigrationReport {
    private static final String COMPARED = "Hazelcast 5.7.0";

    private final List<ExperimentRow> rows;
    private final List<String> failures;
    private final String machine;

    /** Of all who have a result. */
    MigrationReport(List<ExperimentRow> rows, String machine) {
        this(rows, List.of(), machine);
    }

    /**
     * The same when some have none.
     *
     * @param failures case and system of each of these
     */
    MigrationReport(List<ExperimentRow> rows, List<String> failures, String machine) {
        this.rows = rows;
        this.failures = failures;
        this.machine = machine;
    }

    /** The table in Markdown, with those below it who have no result. */
    String table() {
        Table table = new Table(
                2,
                List.of(
                        "case",
                        "system",
                        "first s",
                        "s",
                        "migrations",
                        "/s",
                        "us each",
                        "half ms",
                        "99 % ms",
                        "CPU s",
                        "heap MB",
                        "5.7.0 / it"));
        for (ExperimentRow row : rows) {
            MigrationOutcome typical = row.typical();
            Histogram single = Latencies.of(typical.histogram());
            table.row(String.format(
                    Locale.ROOT,
                    "%s | %s | %.2f | %.2f | %d | %.0f | %.0f | %.1f | %.1f | %.2f | %d | %s",
                    row.experiment(),
                    row.system(),
                    row.first(),
                    ExperimentRow.seconds(typical),
                    typical.migrations(),
                    typical.migrations() / ExperimentRow.seconds(typical),
                    ExperimentRow.microsPerMigration(typical),
                    single.getValueAtPercentile(50) / 1_000.0,
                    single.getValueAtPercentile(99) / 1_000.0,
                    typical.cpuNanos() / 1e9,
                    typical.heapAfter() >> 20,
                    ratio(row)));
        }
        StringBuilder text = new StringBuilder(table.text());
        failures.forEach(who -> text.append('\n').append(who).append(": no result; standard error says why\n"));
        return text.toString();
    }

    private String ratio(ExperimentRow row) {
        return rows.stream()
                .filter(other -> other.experiment().equals(row.experiment())
                        && other.system().equals(COMPARED))
                .findFirst()
                .map(other -> String.format(
                        Locale.ROOT,
                        "%.2f",
                        ExperimentRow.seconds(other.typical()) / ExperimentRow.seconds(row.typical())))
                .orElse("");
    }

    /** Bars: seconds of each system in each case. */
    String plot() {
        BarChart bars = BarChart.logarithmic("Seconds until all is balanced and safe");
        rows.forEach(row -> bars.with(row.experiment(), row.system(), ExperimentRow.seconds(row.typical()), "s"));
        return bars.svg();
    }

    /** How long single migrations took, in the rounds of which the table tells. */
    String percentiles() {
        Map<String, Histogram> histograms = new LinkedHashMap<>();
        rows.forEach(row -> histograms.put(
                row.experiment() + ", " + row.system(),
                Latencies.of(row.typical().histogram())));
        return Latencies.table("migrations", histograms);
    }

    /** Writes {@code migration.json}, {@code migration.svg} and {@code migration.md}. */
    void write(Path directory) throws IOException {
        new Page("migration", machine)
                .text(table())
                .plot("", "seconds", plot())
                .text("Single migrations:")
                .text(percentiles())
                .write(directory, rows);
    }
}
