package io.godwit.report;

import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.page.Html;
import io.godwit.report.Report.ReportInput;
import io.godwit.trace.Trace;
import java.nio.file.Path;
import java.util.List;

/** Each guard, and the property that breaks without it. */
final class MutantsSection {
    private MutantsSection() {}

    static void write(ReportInput input, Markup page) {
        List<EntryResult> mutants =
                input.results(r -> r.kind() == EntryKind.MUTANT || r.kind() == EntryKind.CALIBRATION);
        page.raw("<section id=\"mutants\"><h2>Guards, and what breaks without them</h2>")
                .raw(
                        "<p class=\"lead\">One switch flipped at a time. A guard that could be removed unnoticed would not be one. ")
                .raw("Calibration models flip a switch that safety must <em>not</em> depend on.</p>")
                .raw("<div class=\"scroll\"><table class=\"data sortable\"><thead><tr>")
                .raw(
                        "<th>guard</th><th>protocol</th><th>killed by</th><th class=\"num\">run length</th><th class=\"num\">time</th><th>model</th><th>what it prevents</th>")
                .raw("</tr></thead><tbody>");
        for (EntryResult mutant : mutants) {
            boolean calibration = mutant.kind() == EntryKind.CALIBRATION;
            page.raw("<tr class=\"" + SummarySection.lower(mutant.status()) + "\">");
            String guard = mutant.guard() == null ? switched(input, mutant) : mutant.guard();
            page.raw("<td data-sort=\"" + Html.escape(guard) + "\">")
                    .element("code", "", guard)
                    .raw("</td>");
            page.cell(protocol(mutant));
            if (calibration) {
                boolean asExpected = mutant.status() == EntryStatus.PASSED;
                page.raw("<td data-sort=\"~\">")
                        .element(
                                "span",
                                asExpected ? "pill" : "pill warn",
                                mutant.got().text())
                        .element("span", "muted small", " calibration: nothing must break")
                        .raw("</td>");
            } else {
                String property = mutant.got().property();
                page.raw("<td data-sort=\"" + Html.escape(FindingsSection.text(property)) + "\">")
                        .element(
                                "span",
                                mutant.status() == EntryStatus.PASSED ? "pill bad" : "pill warn",
                                property == null ? mutant.got().text() : property)
                        .raw("</td>");
            }
            page.number(mutant.traceLength() == null ? 0 : mutant.traceLength());
            page.cell(String.valueOf(mutant.seconds()), "num", Markup.seconds(mutant.seconds()));
            model(input, page, mutant);
            page.cell("", "wide", FindingsSection.text(mutant.says()));
            page.raw("</tr>");
        }
        page.raw("</tbody></table></div></section>\n");
    }

    private static void model(ReportInput input, Markup page, EntryResult mutant) {
        Trace trace = FindingsSection.trace(input, mutant.name());
        if (trace == null) {
            page.cell(mutant.name());
            return;
        }
        page.raw("<td><a href=\"traces/" + Html.escape(trace.meta().name()) + ".html#step="
                        + trace.steps().size() + "\">")
                .text(mutant.name())
                .raw("</a></td>");
    }

    private static String switched(ReportInput input, EntryResult mutant) {
        return input.manifest()
                .entry(mutant.name())
                .map(ManifestEntry::set)
                .map(set -> String.join(", ", set.keySet().stream().sorted().toList()))
                .orElse("");
    }

    static String protocol(EntryResult result) {
        Path directory = Path.of(result.module()).getParent();
        return directory == null ? "" : directory.getFileName().toString();
    }
}
