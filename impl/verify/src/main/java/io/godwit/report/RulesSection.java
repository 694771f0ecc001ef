package io.godwit.report;

import io.godwit.modelcheck.result.EntryResult;
import io.godwit.modelcheck.result.EntryStatus;
import io.godwit.modelcheck.result.RuleFinding;

/** Failed models and broken rules of the manifest, if any. */
final class RulesSection {
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
