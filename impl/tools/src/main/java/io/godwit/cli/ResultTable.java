package io.godwit.cli;

import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import io.godwit.modelcheck.manifest.ManifestEntry.ExpectedVerdict;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The table and the summary at the end of {@code check}. */
final class ResultTable {
    private static final List<String> HEAD = List.of("model", "engine", "states", "time", "expected", "got");
    private static final Set<Integer> NUMBERS = Set.of(2, 3);

    private final PrintWriter out;

    ResultTable(PrintWriter out) {
        this.out = out;
    }

    void print(CheckReport report) {
        TextTable table = new TextTable(HEAD, NUMBERS);
        report.entries().forEach(entry -> table.add(row(entry)));
        table.print(out);
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
        boolean ran = entry.status() != EntryStatus.SKIPPED;
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

    private void failures(CheckReport report) {
        for (EntryResult entry : report.entries()) {
            if (entry.status() == EntryStatus.FAILED) {
                out.println("FAILED " + entry.name() + " (" + entry.module() + ")");
                entry.reasons().forEach(reason -> out.println("    " + reason.replace("\n", "\n    ")));
            }
        }
        findings(report.rules());
        report.rulesNotJudged().forEach(reason -> out.println("not checked: " + reason));
    }

    /** Prints the findings of the rules and their number. */
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
                report.count(EntryStatus.PASSED),
                report.count(EntryStatus.FAILED) + report.rules().size(),
                report.count(EntryStatus.SKIPPED),
                ratio(report, EntryKind.MUTANT),
                ratio(report, EntryKind.FINDING),
                report.seconds());
    }

    private static String ratio(CheckReport report, EntryKind kind) {
        List<EntryResult> those = report.entries().stream()
                .filter(entry -> entry.kind() == kind && entry.status() != EntryStatus.SKIPPED)
                .toList();
        long passed = those.stream()
                .filter(entry -> entry.status() == EntryStatus.PASSED)
                .count();
        return passed + "/" + those.size();
    }
}
