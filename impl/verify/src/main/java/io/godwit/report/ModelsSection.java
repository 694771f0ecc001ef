package io.godwit.report;

import io.godwit.modelcheck.manifest.ManifestEntry.Expectation;
import io.godwit.modelcheck.manifest.ManifestEntry.ExpectedVerdict;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.page.Html;
import io.godwit.report.Report.ReportInput;
import io.godwit.trace.Trace;
import java.util.List;
import java.util.TreeSet;

/** The table of all models, with a filter. */
final class ModelsSection {
    private ModelsSection() {}

    static void write(ReportInput input, Markup page) {
        page.raw("<section id=\"models\"><h2>Models</h2><div class=\"filters\">")
                .raw(
                        "<input type=\"search\" id=\"filter\" placeholder=\"filter by any word\" aria-label=\"filter the models\">");
        choices(
                page,
                "kind",
                input.check().entries().stream()
                        .map(e -> SummarySection.lower(e.kind()))
                        .toList());
        choices(
                page,
                "tier",
                input.check().entries().stream()
                        .map(e -> SummarySection.lower(e.tier()))
                        .toList());
        choices(
                page,
                "engine",
                input.check().entries().stream()
                        .map(e -> SummarySection.lower(e.engine()))
                        .toList());
        choices(
                page,
                "status",
                input.check().entries().stream()
                        .map(e -> SummarySection.lower(e.status()))
                        .toList());
        page.raw("<span class=\"muted\" id=\"shown\"></span></div>")
                .raw(
                        "<div class=\"scroll\"><table class=\"data sortable\" id=\"all\"><thead><tr><th>model</th><th>kind</th><th>tier</th><th>engine</th>")
                .raw(
                        "<th>faults</th><th class=\"num\">distinct states</th><th class=\"num\">generated</th><th class=\"num\">depth</th><th class=\"num\">time</th>")
                .raw("<th class=\"num\">memory</th><th>expected</th><th>got</th></tr></thead><tbody>");
        input.check().entries().forEach(result -> row(input, page, result));
        page.raw("</tbody></table></div></section>\n");
    }

    private static void choices(Markup page, String name, List<String> values) {
        page.raw("<select data-filter=\"" + name + "\" aria-label=\"" + name + "\"><option value=\"\">" + name
                + "</option>");
        new TreeSet<>(values).forEach(v -> page.element("option", "", v));
        page.raw("</select>");
    }

    private static void row(ReportInput input, Markup page, EntryResult r) {
        page.raw("<tr class=\"" + SummarySection.lower(r.status()) + "\" data-kind=\"" + SummarySection.lower(r.kind())
                + "\" data-tier=\""
                + SummarySection.lower(r.tier()) + "\" data-engine=\"" + SummarySection.lower(r.engine())
                + "\" data-status=\""
                + SummarySection.lower(r.status()) + "\">");
        page.raw("<td data-sort=\"" + Html.escape(r.name()) + "\">");
        Trace trace = FindingsSection.trace(input, r.name());
        if (trace != null) {
            page.raw("<a href=\"traces/" + Html.escape(trace.meta().name()) + ".html\">")
                    .text(r.name())
                    .raw("</a>");
        } else {
            page.text(r.name());
        }
        page.element("div", "small muted", FindingsSection.text(r.says())).raw("</td>");
        page.cell(SummarySection.lower(r.kind()))
                .cell(SummarySection.lower(r.tier()))
                .cell(SummarySection.lower(r.engine()));
        page.cell("", "small", FindingsSection.text(r.faults()));
        page.number(r.distinct()).number(r.generated()).number(r.depth() == null ? 0 : r.depth());
        page.cell(
                String.valueOf(r.seconds()),
                "num",
                r.status() == EntryStatus.SKIPPED ? "–" : Markup.seconds(r.seconds()));
        page.cell(String.valueOf(r.peakHeapMb()), "num", r.peakHeapMb() == 0 ? "–" : r.peakHeapMb() + " MB");
        page.cell(expected(r.expected()));
        String tone =
                switch (r.status()) {
                    case PASSED -> "good";
                    case FAILED -> "bad";
                    case SKIPPED -> "warn";
                };
        page.raw("<td data-sort=\"" + Html.escape(r.got().text()) + "\">")
                .element("span", "pill " + tone, r.got().text());
        r.reasons().forEach(reason -> page.element("div", "small muted", reason));
        page.raw("</td></tr>");
    }

    private static String expected(Expectation expectation) {
        return expectation.verdict() == ExpectedVerdict.HOLDS ? "holds" : "violated " + expectation.property();
    }
}
