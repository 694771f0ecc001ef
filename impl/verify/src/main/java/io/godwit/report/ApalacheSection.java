package io.godwit.report;

import io.godwit.modelcheck.manifest.ApalacheSpec;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ModelChecker;
import io.godwit.modelcheck.result.EntryResult;
import io.godwit.modelcheck.result.EntryStatus;
import java.util.List;

/** The results of the symbolic checker. */
final class ApalacheSection {
    private ApalacheSection() {}

    static void write(ReportInput input, Markup page) {
        List<EntryResult> results = input.results(r -> r.engine() == ModelChecker.APALACHE);
        page.raw("<section id=\"apalache\"><h2>Apalache</h2>")
                .raw(
                        "<p class=\"lead\">Bounded checks beyond the sizes that can be enumerated, and inductive invariants. ")
                .raw("Where Apalache is not installed, these are skipped, which is not passed.</p>")
                .raw(
                        "<div class=\"scroll\"><table class=\"data sortable\"><thead><tr><th>model</th><th>from</th><th>invariant</th>")
                .raw(
                        "<th class=\"num\">steps</th><th class=\"num\">time</th><th>got</th><th>what it shows</th></tr></thead><tbody>");
        for (EntryResult result : results) {
            ApalacheSpec spec = input.manifest()
                    .entry(result.name())
                    .map(ManifestEntry::apalache)
                    .orElse(null);
            page.raw("<tr class=\"" + SummarySection.lower(result.status()) + "\">")
                    .cell(result.name());
            page.cell(spec == null ? "" : spec.init()).cell(spec == null ? "" : spec.inv());
            page.cell(
                    spec == null ? "" : String.valueOf(spec.length()),
                    "num",
                    spec == null ? "" : String.valueOf(spec.length()));
            page.cell(
                    String.valueOf(result.seconds()),
                    "num",
                    result.status() == EntryStatus.SKIPPED ? "–" : Markup.seconds(result.seconds()));
            String tone = result.status() == EntryStatus.PASSED
                    ? "good"
                    : result.status() == EntryStatus.FAILED ? "bad" : "warn";
            page.raw("<td>").element("span", "pill " + tone, result.got().text());
            result.reasons().forEach(reason -> page.element("div", "small muted", reason));
            page.raw("</td>")
                    .cell("", "wide", FindingsSection.text(result.says()))
                    .raw("</tr>");
        }
        page.raw("</tbody></table></div>");
        if (results.isEmpty()) {
            page.element("p", "muted", "No model of Apalache was among those of this run.");
        }
        page.raw("</section>\n");
    }
}
