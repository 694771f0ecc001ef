package io.godwit.report;

import io.godwit.matrix.MatrixResult.RowResult;
import io.godwit.matrix.MatrixRow;
import io.godwit.matrix.MatrixTable;
import io.godwit.matrix.RungOutcome;
import io.godwit.matrix.RungOutcome.Rung;
import io.godwit.matrix.verify.VerifyReport;
import io.godwit.matrix.verify.VerifyReport.RungResult;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.ApalacheSpec;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.page.Html;
import io.godwit.report.Report.ReportInput;
import io.godwit.report.Report.ReportInput.Ladder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The front page: everything that was checked, on one page. */
final class IndexPage {
    private final ReportInput input;

    IndexPage(ReportInput input) {
        this.input = input;
    }

    String render() {
        Markup page = new Markup()
                .raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .raw("<title>Godwit: what was checked</title>\n<style>\n")
                .raw(Html.baseCss())
                .raw(Html.resource(IndexPage.class, "report.css"))
                .raw("</style>\n<script>\n")
                .raw(Html.themeScript())
                .raw("</script>\n</head>\n<body class=\"report\">\n");
        SummarySection.write(input, page);
        if (input.ladder() != null) {
            LadderSection.write(input.ladder().report(), page);
        }
        RulesSection.write(input, page);
        FindingsSection.write(input, page);
        MutantsSection.write(input, page);
        if (input.ladder() != null) {
            MatrixSection.write(input.ladder(), page);
        }
        ModelsSection.write(input, page);
        PropertiesSection.write(input, page);
        CoverageSection.write(input, page);
        ApalacheSection.write(input, page);
        return page.raw("<script>\n")
                .raw(Html.resource(IndexPage.class, "report.js"))
                .raw("</script>\n</body>\n</html>\n")
                .toString();
    }

    /** The results of the symbolic checker. */
    static final class ApalacheSection {
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

    /** The rungs, a line each, followed by the failures. */
    static final class LadderSection {
        private LadderSection() {}

        static void write(VerifyReport report, Markup page) {
            page.raw("<section id=\"ladder\"><h2>The rungs of the ladder</h2>")
                    .raw(
                            "<p class=\"lead\">Each rung uses the names of the specification. Skipped checks are counted as skipped, never as passed.</p>")
                    .raw("<div class=\"scroll\"><table class=\"data\"><thead><tr><th>rung</th><th>verdict</th>")
                    .raw("<th class=\"num\">passed</th><th class=\"num\">failed</th><th class=\"num\">skipped</th>")
                    .raw("<th class=\"num\">time</th><th>what</th></tr></thead><tbody>");
            for (RungResult rung : report.rungs()) {
                page.raw(rung.passed() ? "<tr>" : "<tr class=\"failed\">");
                page.cell(rung.name());
                page.raw("<td>")
                        .element("span", rung.passed() ? "pill good" : "pill bad", rung.passed() ? "ok" : "failed")
                        .raw("</td>");
                page.number(rung.count(EntryStatus.PASSED));
                page.number(rung.count(EntryStatus.FAILED));
                page.number(rung.count(EntryStatus.SKIPPED));
                page.cell(String.valueOf(rung.seconds()), "num", Markup.seconds(rung.seconds()));
                page.cell("", "wide", rung.cases().isEmpty() ? "did not run" : rung.summary());
                page.raw("</tr>");
            }
            page.raw("</tbody></table></div>");
            report.rungs().forEach(rung -> failures(rung, page));
            page.raw("</section>\n");
        }

        private static void failures(RungResult rung, Markup page) {
            Map<String, List<String>> reasons = new LinkedHashMap<>();
            for (RungResult.Case one : rung.cases()) {
                if (one.status() == EntryStatus.FAILED) {
                    reasons.computeIfAbsent(one.name(), name -> new ArrayList<>())
                            .addAll(one.reasons());
                }
            }
            reasons.forEach((name, all) -> {
                page.raw("<details><summary>" + Html.escape(rung.name() + ": " + name) + "</summary>");
                all.forEach(reason -> page.element("pre", "", reason));
                page.raw("</details>");
            });
        }
    }

    /** The bug matrix: each mutant of the engine, and which rung caught it. */
    static final class MatrixSection {
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

    /** Failed models and broken rules of the manifest, if any. */
    static final class RulesSection {
        private RulesSection() {}

        static void write(ReportInput input, Markup page) {
            if (!input.check().passed()) {
                page.raw("<section class=\"panel wrong\" id=\"wrong\"><h2>Not as expected</h2><ul>");
                for (EntryResult result : input.results(r -> r.status() == EntryStatus.FAILED)) {
                    page.raw("<li>")
                            .element("b", "", result.name())
                            .text(": " + String.join("; ", result.reasons()))
                            .raw("</li>");
                }
                for (RuleFinding rule : input.check().rules()) {
                    page.raw("<li>")
                            .element("code", "", rule.rule())
                            .text(" " + rule.subject() + ": " + rule.message())
                            .text(rule.remedy() == null ? "" : ". " + rule.remedy())
                            .raw("</li>");
                }
                page.raw("</ul></section>\n");
            }
            if (!input.check().rulesNotJudged().isEmpty()) {
                page.raw("<p class=\"note\">Not checked in this run: ")
                        .text(String.join("; ", input.check().rulesNotJudged()))
                        .raw("</p>\n");
            }
        }
    }
}
