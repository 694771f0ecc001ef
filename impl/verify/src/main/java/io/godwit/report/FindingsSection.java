package io.godwit.report;

import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.page.Html;
import io.godwit.report.Report.ReportInput;
import io.godwit.trace.Trace;
import java.util.List;

/** A card per finding: what breaks, under which faults, in small, with a link to its page. */
final class FindingsSection {
    private FindingsSection() {}

    static void write(ReportInput input, Markup page) {
        List<EntryResult> findings = input.results(r -> r.kind() == EntryKind.FINDING);
        page.raw("<section id=\"findings\"><h2>Findings</h2>")
                .raw(
                        "<p class=\"lead\">Where the classic protocol, as published, violates a property. Each is a shortest run.</p>")
                .raw("<div class=\"cards\">");
        for (EntryResult finding : findings) {
            card(input, page, finding);
        }
        if (findings.isEmpty()) {
            page.element("p", "muted", "No finding was among the models of this run.");
        }
        page.raw("</div></section>\n");
    }

    private static void card(ReportInput input, Markup page, EntryResult finding) {
        Trace trace = trace(input, finding.name());
        String href = trace == null ? null : "traces/" + trace.meta().name() + ".html";
        page.raw("<article class=\"card\">");
        page.raw("<h3>");
        if (href != null) {
            page.raw("<a href=\"" + Html.escape(href) + "\">")
                    .text(finding.name())
                    .raw("</a>");
        } else {
            page.text(finding.name());
        }
        page.raw("</h3><p>");
        boolean passed = finding.status() == EntryStatus.PASSED;
        page.element(
                "span",
                "pill " + (passed ? "bad" : "warn"),
                passed ? "breaks " + finding.got().property() : finding.got().text());
        if (finding.traceLength() != null) {
            page.element("span", "muted", " in " + finding.traceLength() + " states");
        }
        page.raw("</p>");
        if (trace != null) {
            page.raw("<a class=\"pic\" href=\"" + Html.escape(href) + "#step="
                            + trace.steps().size() + "\" title=\"open the run\">")
                    .raw(Thumbnail.svg(trace))
                    .raw("</a>");
        }
        page.element("p", "says", text(finding.says()));
        page.element("p", "muted small", text(finding.faults()));
        page.element("p", "muted small", text(finding.source()));
        page.raw("</article>");
    }

    /** The trace of a model, or null. */
    static Trace trace(ReportInput input, String name) {
        return input.traces().get(name);
    }

    static String text(String maybe) {
        return maybe == null ? "" : maybe;
    }
}
