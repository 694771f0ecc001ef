package io.godwit.cli;

import io.godwit.modelcheck.manifest.ExpectedVerdict;
import io.godwit.modelcheck.manifest.Kind;
import io.godwit.modelcheck.result.CheckReport;
import io.godwit.modelcheck.result.EntryResult;
import io.godwit.modelcheck.result.RuleFinding;
import io.godwit.modelcheck.result.Status;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table and the summary at the end of {@code check}. */
final class ResultTable {
    private static final List<String> HEAD = List.of("model", "engine", "states", "time", "expected", "got");

    private final PrintWriter out;

    ResultTable(PrintWriter out) {
        this.out = out;
    }

    void print(CheckReport report) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        report.entries().forEach(entry -> rows.add(row(entry)));
        int[] widths = new int[HEAD.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        rows.forEach(row -> out.println(align(row, widths)));
        out.println();
        failures(report);
        summary(report);
        out.flush();
    }

    private static List<String> row(EntryResult entry) {
        String got =
                switch (entry.status()) {
                    case PASSED -> entry.got().text();
                    case FAILED -> "FAILED: " + entry.got().text();
                    case SKIPPED -> "SKIPPED: " + entry.reasons().get(0);
                };
        boolean ran = entry.status() != Status.SKIPPED;
        return List.of(
                entry.name(),
                entry.engine().name().toLowerCase(Locale.ROOT),
                ran && entry.distinct() > 0 ? String.format(Locale.ROOT, "%,d", entry.distinct()) : "-",
                ran ? String.format(Locale.ROOT, "%.1f s", entry.seconds()) : "-",
                entry.expected().verdict() == ExpectedVerdict.HOLDS
                        ? "holds"
                        : "violated " + entry.expected().property(),
                got);
    }

    private static String align(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            boolean right = i == 2 || i == 3;
            String padding = " ".repeat(widths[i] - row.get(i).length());
            line.append(right ? padding + row.get(i) : row.get(i) + padding).append("  ");
        }
        return line.toString().stripTrailing();
    }

    private void failures(CheckReport report) {
        for (EntryResult entry : report.entries()) {
            if (entry.status() == Status.FAILED) {
                out.println("FAILED " + entry.name() + " (" + entry.module() + ")");
                entry.reasons().forEach(reason -> out.println("    " + reason.replace("\n", "\n    ")));
            }
        }
        findings(report.rules());
        report.rulesNotJudged().forEach(reason -> out.println("not judged: " + reason));
    }

    /** What the rules found, and how much that is. */
    void rules(List<RuleFinding> findings) {
        findings(findings);
        out.println(findings.isEmpty() ? "no rule is broken" : findings.size() + " findings");
        out.flush();
    }

    private void findings(List<RuleFinding> findings) {
        for (RuleFinding finding : findings) {
            out.println("FAILED rule " + finding.rule() + ": " + finding.subject() + ": " + finding.message());
            out.println("    " + finding.remedy());
        }
    }

    private void summary(CheckReport report) {
        out.printf(
                Locale.ROOT,
                "%d passed, %d failed, %d skipped; mutants killed %s, findings reproduced %s; %.0f s%n",
                report.count(Status.PASSED),
                report.count(Status.FAILED) + report.rules().size(),
                report.count(Status.SKIPPED),
                ratio(report, Kind.MUTANT),
                ratio(report, Kind.FINDING),
                report.seconds());
    }

    private static String ratio(CheckReport report, Kind kind) {
        List<EntryResult> those = report.entries().stream()
                .filter(entry -> entry.kind() == kind && entry.status() != Status.SKIPPED)
                .toList();
        long passed =
                those.stream().filter(entry -> entry.status() == Status.PASSED).count();
        return passed + "/" + those.size();
    }
}
