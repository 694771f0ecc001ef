package io.godwit.cli;

import io.godwit.cli.FiguresFile.Cost;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.run.RunCounts;
import io.godwit.simulation.run.Totals;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The table at the end of {@code simulate}: events, their frequency, and violations. */
final class SimulationTable {
    private static final double MICROS = 1e6;

    private final PrintWriter out;

    SimulationTable(PrintWriter out) {
        this.out = out;
    }

    void print(Totals totals, Cost cost, int workers) {
        RunCounts counts = totals.counts();
        faults(counts);
        reached(totals);
        failures(totals);
        if (counts.gaveUp() > 0) {
            out.printf(
                    Locale.ROOT,
                    "gave up on %,d keys: their histories are too hard to check and remain undecided%n",
                    counts.gaveUp());
        }
        if (counts.waived() > 0) {
            out.printf(
                    Locale.ROOT,
                    "%,d runs lost more than the protocol claims to survive; they are not required to come to rest%n",
                    counts.waived());
        }
        if (!totals.missing().isEmpty()) {
            out.println("missing: " + String.join(", ", totals.missing()) + " (did not occur)");
        }
        out.printf(
                Locale.ROOT,
                "%,d messages delivered, %,d calls (%,d of unknown outcome), %,.0f virtual seconds; at rest %.1f s after"
                        + " the faults at the latest%n",
                counts.delivered(),
                counts.calls(),
                counts.unknown(),
                counts.virtualMicros() / MICROS,
                Math.max(0, counts.slowestSettling()) / MICROS);
        int failed = totals.failures().size();
        out.printf(
                Locale.ROOT,
                "%,d seeds: %,d passed, %,d failed; %.0f s, %.1f seeds/s, %,.0f messages/s with %d threads%n",
                counts.runs(),
                counts.runs() - failed,
                failed,
                cost.seconds(),
                counts.runs() / cost.seconds(),
                counts.delivered() / cost.seconds(),
                workers);
        out.printf(
                Locale.ROOT,
                "%.1f processor seconds: %.3f per seed, %,.0f messages per processor second%n",
                cost.processorSeconds(),
                cost.processorSeconds() / counts.runs(),
                counts.delivered() / cost.processorSeconds());
        out.flush();
    }

    private void faults(RunCounts counts) {
        Map<String, Long> happened = counts.happened();
        int width = counts.planned().keySet().stream()
                .mapToInt(String::length)
                .max()
                .orElse(0);
        width = Math.max(width, "fault".length());
        if (!counts.planned().isEmpty()) {
            out.printf(Locale.ROOT, "%-" + width + "s  %9s  %9s%n", "fault", "planned", "happened");
        }
        for (Map.Entry<String, Long> fault : counts.planned().entrySet()) {
            out.printf(
                    Locale.ROOT,
                    "%-" + width + "s  %,9d  %,9d%n",
                    fault.getKey(),
                    fault.getValue(),
                    happened.getOrDefault(fault.getKey(), 0L));
        }
    }

    private void reached(Totals totals) {
        if (!totals.reached().isEmpty()) {
            out.println("reached");
        }
        totals.reached().forEach((name, count) -> out.printf(Locale.ROOT, "    %-26s %,9d%n", name, count));
    }

    private void failures(Totals totals) {
        Map<String, RunResult> first = new LinkedHashMap<>();
        Map<String, Integer> count = new LinkedHashMap<>();
        for (RunResult failure : totals.failures()) {
            String property = failure.violation().property();
            first.putIfAbsent(property, failure);
            count.merge(property, 1, Integer::sum);
        }
        first.forEach((property, failure) -> {
            out.println("FAILED " + property + ": " + count.get(property) + " seeds, the first is "
                    + failure.plan().seed());
            out.println("    " + failure.violation().text().replace("\n", "\n    "));
        });
    }
}
