package io.godwit.matrix;

import io.godwit.matrix.MatrixResult.RowResult;
import io.godwit.matrix.RungOutcome.Rung;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The matrix as a Markdown table. */
public final class MatrixTable {
    private MatrixTable() {}

    /** The table, and the figures in front of it. */
    public static String of(Rows rows, MatrixResult result) {
        StringBuilder text = new StringBuilder();
        text.append(summary(result)).append("\n\n");
        text.append("| without | known from | TLC | replay | simulation | Jepsen |\n|---|---|---|---|---|---|\n");
        for (MatrixRow row : rows.rows()) {
            result.row(row.name()).ifPresent(found -> text.append(line(row, found)));
        }
        return text.toString();
    }

    /** The number of rows caught by each rung. */
    public static String summary(MatrixResult result) {
        long both = result.rows().stream().filter(RowCheck::isCaught).count();
        double seconds = result.rows().stream()
                .mapToDouble(row -> row.replay().seconds() + row.simulation().seconds())
                .sum();
        return String.format(
                Locale.ROOT,
                "%d rows: TLC catches %d, replay %d, simulation %d; %d are caught by replay or simulation."
                        + "\nTaken at %s size, last at %s on %s cores; replay and simulation took %.0f s in all.",
                result.rows().size(),
                count(result, Rung.TLC),
                count(result, Rung.REPLAY),
                count(result, Rung.SIMULATION),
                both,
                result.size(),
                result.started(),
                result.machine().getOrDefault("cores", "?"),
                seconds);
    }

    /** How many rows a rung caught. */
    public static long count(MatrixResult result, Rung rung) {
        return result.rows().stream().filter(row -> row.of(rung).caught()).count();
    }

    /** Where the mistake is known from, in words. */
    public static String source(MatrixRow row) {
        List<String> parts = new ArrayList<>();
        if (!row.hazards().isEmpty()) {
            parts.add("hazard " + row.hazards().stream().map(String::valueOf).collect(Collectors.joining(", ")));
        }
        if (!row.source().isEmpty()) {
            parts.add(row.source());
        }
        return String.join("; ", parts);
    }

    /** The result of a rung as text. */
    public static String words(MatrixRow row, Rung rung, RungOutcome what) {
        return switch (what.verdict()) {
            case CAUGHT -> caught(rung, what);
            case EXPECTED -> "not run here; " + (what.by().isEmpty() ? "holds" : what.by()) + " is expected";
            case MISSED, NOT_RUN -> {
                String reason = row.reason(rung);
                String verdict = what.verdict() == RungOutcome.Verdict.MISSED ? "missed" : "not looked for";
                String effort = what.effort() > 0 && rung == Rung.SIMULATION ? " in " + what.effort() + " seeds" : "";
                yield reason.isEmpty() ? verdict + effort : verdict + effort + ": " + reason;
            }
        };
    }

    private static String caught(Rung rung, RungOutcome what) {
        String by = what.by().replaceAll("\\(.*", "").replaceAll(":.*", "");
        String effort =
                switch (rung) {
                    case TLC -> what.effort() > 0 ? what.effort() + " states" : "liveness";
                    case REPLAY -> String.format(Locale.ROOT, "%,d states", what.effort());
                    case SIMULATION -> what.effort() == 1 ? "1 seed" : what.effort() + " seeds";
                };
        return String.format(Locale.ROOT, "%s, %s, %.1f s", by, effort, what.seconds());
    }

    private static String line(MatrixRow row, RowResult found) {
        StringBuilder line = new StringBuilder("| `" + row.name() + "` | " + source(row));
        for (Rung rung : Rung.values()) {
            line.append(" | ").append(words(row, rung, found.of(rung)).replace("|", "\\|"));
        }
        return line.append(" | ").append(row.jepsen()).append(" |\n").toString();
    }
}
