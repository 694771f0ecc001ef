package io.godwit.bench.scale;

import java.util.List;
import java.util.Locale;

/** Changes of the cluster as a table in Markdown. */
final class ScaleReport {
    private ScaleReport() {}

    /**
     * The ratio of each row is to the first one.
     *
     * @param phases the quiet time first
     * @param loopback MB/s of a plain copy
     */
    static String table(List<Phase> phases, double loopback) {
        StringBuilder text = new StringBuilder(
                "| change | s | copies | MB | MB/s | half ms | 99 % ms | 99.9 % ms | 99.9 % / before | failed |\n"
                        + "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
        Phase before = phases.get(0);
        for (Phase phase : phases) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %.1f | %d | %.0f | %.1f | %.2f | %.2f | %.2f | %.1f | %d |%n",
                    phase.name(),
                    phase.seconds(),
                    phase.copies(),
                    phase.megabytes(),
                    phase.speed(),
                    phase.half() / 1e3,
                    phase.most() / 1e3,
                    phase.nearly() / 1e3,
                    phase.nearly() / (double) Math.max(1, before.nearly()),
                    phase.failed()));
        }
        return text + String.format(Locale.ROOT, "%nA plain copy over loopback: %.0f MB/s%n", loopback);
    }
}
