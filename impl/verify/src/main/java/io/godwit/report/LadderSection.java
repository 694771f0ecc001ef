package io.godwit.report;

import io.godwit.matrix.verify.RungResult;
import io.godwit.matrix.verify.VerifyReport;
import io.godwit.modelcheck.result.EntryStatus;
import io.godwit.trace.page.Html;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rungs, a line each, followed by the failures. */
final class LadderSection {
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
                reasons.computeIfAbsent(one.name(), name -> new ArrayList<>()).addAll(one.reasons());
            }
        }
        reasons.forEach((name, all) -> {
            page.raw("<details><summary>" + Html.escape(rung.name() + ": " + name) + "</summary>");
            all.forEach(reason -> page.element("pre", "", reason));
            page.raw("</details>");
        });
    }
}
