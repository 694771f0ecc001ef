package io.godwit.report;

import io.godwit.matrix.MatrixRow;
import io.godwit.matrix.MatrixTable;
import io.godwit.matrix.RowResult;
import io.godwit.matrix.Rung;
import io.godwit.matrix.RungOutcome;
import io.godwit.report.ReportInput.Ladder;
import io.godwit.trace.page.Html;
import java.util.Optional;

/** The bug matrix: each mutant of the engine, and which rung caught it. */
final class MatrixSection {
    private MatrixSection() {}

    static void write(Ladder ladder, Markup page) {
        page.raw("<section id=\"matrix\"><h2>The bug matrix</h2>")
                .raw(
                        "<p class=\"lead\">The protocol without one of its guards, on each rung: which rung catches it, and how fast. ")
                .text(MatrixTable.summary(ladder.matrix()))
                .raw("</p><div class=\"scroll\"><table class=\"data sortable\"><thead><tr>")
                .raw("<th>without</th><th>known from</th><th>TLC</th><th>replay</th><th>simulation</th>")
                .raw("</tr></thead><tbody>");
        for (MatrixRow row : ladder.rows().rows()) {
            Optional<RowResult> found = ladder.matrix().row(row.name());
            if (found.isPresent()) {
                page.raw("<tr>").cell(row.name()).cell(MatrixTable.source(row));
                for (Rung rung : Rung.values()) {
                    cell(row, rung, found.get().of(rung), page);
                }
                page.raw("</tr>");
            }
        }
        page.raw("</tbody></table></div></section>\n");
    }

    private static void cell(MatrixRow row, Rung rung, RungOutcome what, Markup page) {
        String words = MatrixTable.words(row, rung, what);
        if (!what.caught()) {
            page.cell("~" + words, "reason", words);
            return;
        }
        int comma = words.indexOf(", ");
        page.raw("<td data-sort=\"" + Html.escape(words) + "\">")
                .element("span", "pill good", words.substring(0, comma))
                .element("span", "small", words.substring(comma + 2))
                .raw("</td>");
    }
}
