package io.godwit.bench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.bench.comparison.Page.Table;
import io.godwit.bench.comparison.SeedFlow.FlowStep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The flow of the seed as a table, as JSON and as a plot.
 *
 * @param machine what it ran on, and what was done
 * @param runs in the order in which they ran
 */
record SeedFlowReport(@JsonProperty("machine") String machine, @JsonProperty("runs") List<FlowRun> runs) {
    private static final double MEGABYTE = 1e6;

    /**
     * One flow.
     *
     * @param system its name and version
     * @param maps number of maps
     * @param parallel migrations that a member takes part in at once; 0 for as many as by default
     * @param steps the time before all changes first
     */
    record FlowRun(
            @JsonProperty("system") String system,
            @JsonProperty("maps") int maps,
            @JsonProperty("parallel") int parallel,
            @JsonProperty("steps") List<FlowStep> steps) {
        private String name() {
            return system + ", " + (maps == 1 ? "1 map" : maps + " maps") + ", "
                    + (parallel == 0 ? "as by default" : parallel + " at once");
        }
    }

    /** One row for each change, in Markdown. */
    String table() {
        Table table = new Table(
                2,
                List.of(
                        "system",
                        "change",
                        "s",
                        "calls",
                        "half ms",
                        "99 % ms",
                        "99.9 % ms",
                        "slowest",
                        "failed",
                        "pauses ms",
                        "longest",
                        "heap MB"));
        for (FlowRun run : runs) {
            for (FlowStep step : run.steps()) {
                table.row(String.format(
                        Locale.ROOT,
                        "%s | %s | %.1f | %d | %.2f | %.2f | %.2f | %.1f | %d | %d | %d | %.0f",
                        run.name(),
                        step.name(),
                        step.seconds(),
                        step.times().getTotalCount(),
                        step.millis(50),
                        step.millis(99),
                        step.millis(99.9),
                        step.millis(100),
                        step.failed(),
                        step.pauses(),
                        step.longestPause(),
                        step.heap() / MEGABYTE));
            }
        }
        return table.text();
    }

    /** Bars: how long each change took. */
    String bars() {
        BarChart bars = BarChart.logarithmic("Seconds until the cluster was balanced and safe");
        for (String change : SeedFlow.CHANGES) {
            for (FlowRun run : runs) {
                run.steps().stream()
                        .filter(step -> step.name().equals(change))
                        .forEach(step -> bars.with(change, run.name(), step.seconds(), "s"));
            }
        }
        return bars.svg();
    }

    /** Writes {@code scale-seed.json}, {@code scale-seed.md} and a plot. */
    void write(Path directory) throws IOException {
        new Page("scale-seed", machine)
                .text(table())
                .plot("", "how long each change took", bars())
                .write(directory, this);
    }
}
