package io.godwit.bench.migration;

import io.godwit.bench.contest.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** What came out, as a table, as JSON and as a plot. */
final class Report {
    private static final String RIVAL = "Hazelcast 5.7.0";
    private static final int WIDTH = 760;
    private static final int LEFT = 220;
    private static final int BAR = 22;

    private final List<Row> rows;
    private final String machine;

    Report(List<Row> rows, String machine) {
        this.rows = rows;
        this.machine = machine;
    }

    /** The table in Markdown. */
    String table() {
        StringBuilder text = new StringBuilder(
                "| case | contender | first s | s | migrations | /s | us each | half ms | 99 % ms | CPU s | heap MB | 5.7.0 / it |\n"
                        + "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
        for (Row row : rows) {
            Outcome typical = row.typical();
            Histogram single = Row.histogram(typical);
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.2f | %.2f | %d | %.0f | %.0f | %.1f | %.1f | %.2f | %d | %s |%n",
                    row.experiment(),
                    row.contender(),
                    row.first(),
                    Row.seconds(typical),
                    typical.migrations(),
                    typical.migrations() / Row.seconds(typical),
                    Row.microsPerMigration(typical),
                    single.getValueAtPercentile(50) / 1_000.0,
                    single.getValueAtPercentile(99) / 1_000.0,
                    typical.cpuNanos() / 1e9,
                    typical.heapAfter() >> 20,
                    ratio(row)));
        }
        return text.toString();
    }

    private String ratio(Row row) {
        return rows.stream()
                .filter(other -> other.experiment().equals(row.experiment())
                        && other.contender().equals(RIVAL))
                .findFirst()
                .map(other ->
                        String.format(Locale.ROOT, "%.2f", Row.seconds(other.typical()) / Row.seconds(row.typical())))
                .orElse("");
    }

    /** Bars: seconds of each contender in each case, on a logarithmic scale. */
    String plot() {
        double most = rows.stream()
                .mapToDouble(row -> Row.seconds(row.typical()))
                .max()
                .orElse(1);
        double least = 0.1;
        StringBuilder svg = new StringBuilder();
        int y = 40;
        String before = "";
        for (Row row : rows) {
            if (!row.experiment().equals(before)) {
                y += 12;
                svg.append(text(10, y + 15, row.experiment(), "bold"));
                before = row.experiment();
            }
            double seconds = Row.seconds(row.typical());
            double length = Math.max(2, (WIDTH - LEFT - 90) * Math.log(seconds / least) / Math.log(most / least));
            String colour = row.contender().startsWith("Godwit") ? "#2b6cb0" : "#a0aec0";
            svg.append(text(80, y + 15, row.contender(), "normal"))
                    .append(String.format(
                            Locale.ROOT,
                            "<rect x='%d' y='%d' width='%.1f' height='%d' fill='%s'/>%n",
                            LEFT,
                            y,
                            length,
                            BAR - 5,
                            colour))
                    .append(text(
                            LEFT + (int) length + 8, y + 14, String.format(Locale.ROOT, "%.2f s", seconds), "normal"));
            y += BAR;
        }
        return String.format(
                        Locale.ROOT,
                        "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif' font-size='13'>%n",
                        WIDTH,
                        y + 20)
                + text(10, 22, "Seconds until all is balanced and safe (logarithmic)", "bold")
                + svg
                + "</svg>\n";
    }

    private static String text(int x, int y, String words, String weight) {
        return String.format(Locale.ROOT, "<text x='%d' y='%d' font-weight='%s'>%s</text>%n", x, y, weight, words);
    }

    /** Writes {@code migration.json}, {@code migration.svg} and {@code migration.md}. */
    void write(Path directory) throws IOException {
        Output.json(directory.resolve("migration.json"), rows);
        Files.writeString(directory.resolve("migration.svg"), plot());
        Files.writeString(
                directory.resolve("migration.md"), machine + "\n\n" + table() + "\n![seconds](migration.svg)\n");
    }
}
