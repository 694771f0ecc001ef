package io.godwit.cli;

import io.godwit.conformance.run.ConformReport;
import io.godwit.conformance.run.ConformRow;
import io.godwit.modelcheck.result.EntryStatus;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The table and the summary at the end of {@code conform}. */
final class ConformTable {
    private static final List<String> HEAD = List.of("check", "states", "transitions", "time", "result");
    private static final Set<Integer> NUMBERS = Set.of(1, 2, 3);

    private final PrintWriter out;

    ConformTable(PrintWriter out) {
        this.out = out;
    }

    void print(ConformReport report) {
        TextTable table = new TextTable(HEAD, NUMBERS);
        report.rows().forEach(row -> table.add(row(row)));
        table.print(out);
        out.println();
        for (ConformRow row : report.rows()) {
            if (row.status() == EntryStatus.FAILED) {
                out.println("FAILED " + row.name());
                row.reasons()
                        .forEach(reason -> out.println("    " + reason.strip().replace("\n", "\n    ")));
            }
        }
        out.printf(
                Locale.ROOT,
                "%d passed, %d failed; %,d transitions, %,d of them different; %.0f s%n",
                report.count(EntryStatus.PASSED),
                report.count(EntryStatus.FAILED),
                report.transitions(),
                report.distinct(),
                report.seconds());
        out.flush();
    }

    private static List<String> row(ConformRow row) {
        return List.of(
                row.name(),
                number(row.states()),
                number(row.transitions()),
                String.format(Locale.ROOT, "%.1f s", row.seconds()),
                (row.status() == EntryStatus.FAILED ? "FAILED: " : "") + row.summary());
    }

    private static String number(long number) {
        return number == 0 ? "-" : String.format(Locale.ROOT, "%,d", number);
    }
}
