package io.godwit.cli;

import io.godwit.matrix.verify.RungResult;
import io.godwit.matrix.verify.VerifyReport;
import io.godwit.modelcheck.result.EntryStatus;
import java.io.PrintWriter;
import java.util.Locale;

/** The table at the end of {@code verify}: a line for each rung, the failures, the totals. */
final class VerifyTable {
    private final PrintWriter out;

    VerifyTable(PrintWriter out) {
        this.out = out;
    }

    void print(VerifyReport report) {
        for (RungResult rung : report.rungs()) {
            for (RungResult.Case one : rung.cases()) {
                if (one.status() == EntryStatus.FAILED) {
                    out.println("FAILED " + one.group() + ": " + one.name());
                    one.reasons().forEach(reason -> out.println("    " + reason.replace("\n", "\n    ")));
                }
            }
        }
        out.printf(
                Locale.ROOT, "%-14s %-7s %8s %6s %7s %8s  %s%n", "rung", "", "passed", "failed", "skipped", "time", "");
        report.rungs().forEach(rung -> out.println(line(rung)));
        out.printf(
                Locale.ROOT,
                "%d passed, %d failed, %d skipped; %.0f s%n",
                report.count(EntryStatus.PASSED),
                report.count(EntryStatus.FAILED),
                report.count(EntryStatus.SKIPPED),
                report.seconds());
        out.flush();
    }

    static String line(RungResult rung) {
        return String.format(
                Locale.ROOT,
                "%-14s %-7s %,8d %,6d %,7d %6.1f s  %s",
                rung.name(),
                rung.passed() ? "ok" : "FAILED",
                rung.count(EntryStatus.PASSED),
                rung.count(EntryStatus.FAILED),
                rung.count(EntryStatus.SKIPPED),
                rung.seconds(),
                rung.cases().isEmpty() ? "did not run" : rung.summary());
    }
}
