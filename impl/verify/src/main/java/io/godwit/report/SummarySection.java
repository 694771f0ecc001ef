package io.godwit.report;

import io.godwit.matrix.RowCheck;
import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.report.Report.ReportInput;
import java.util.Locale;
import java.util.Map;

/** The head of the page: the verdict over everything, the figures, and where it ran. */
final class SummarySection {
    private SummarySection() {}

    static void write(ReportInput input, Markup page) {
        CheckReport check = input.check();
        boolean ladder = input.ladder() != null;
        page.raw(
                        "<header><div class=\"top\"><h1>Godwit</h1><span class=\"muted\">what was checked, with results</span>")
                .raw("<span class=\"spacer\"></span>")
                .raw(
                        "<nav>" + (ladder ? "<a href=\"#ladder\">rungs</a> <a href=\"#matrix\">bug matrix</a> " : "")
                                + "<a href=\"#findings\">findings</a> <a href=\"#mutants\">mutants</a> <a href=\"#models\">models</a> ")
                .raw(
                        "<a href=\"#properties\">properties</a> <a href=\"#coverage\">coverage</a> <a href=\"#apalache\">Apalache</a></nav>")
                .raw("<button class=\"tool\" id=\"theme\" type=\"button\" title=\"light or dark\">◐</button></div>\n");
        page.raw("<div class=\"tiles\">");
        boolean passed = check.passed() && (!ladder || input.ladder().report().passed());
        tile(page, passed ? "good" : "bad", passed ? "all as expected" : "not as expected", verdict(check));
        if (ladder) {
            tile(page, "", caught(input.ladder()), "rows of the bug matrix caught by replay or simulation");
        }
        long states = check.entries().stream().mapToLong(EntryResult::distinct).sum();
        tile(page, "", Markup.grouped(states), "distinct states");
        tile(page, "", kills(check), "mutants killed by their property");
        tile(page, "", findings(check), "findings reproduced");
        double seconds = ladder ? input.ladder().report().seconds() : check.seconds();
        tile(page, "", Markup.seconds(seconds), "wall-clock, tier " + lower(check.tier()));
        page.raw("</div>\n<p class=\"where\">");
        page.text(check.started().replace('T', ' ').replace("Z", " UTC"));
        check.tools().forEach(tool -> page.text(" · " + tool));
        check.machine().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(e -> page.text(" · " + e.getKey() + " " + e.getValue()));
        if (check.filter() != null) {
            page.text(" · only models that match \"" + check.filter() + "\"");
        }
        page.raw("</p></header>\n");
    }

    private static String verdict(CheckReport check) {
        StringBuilder text = new StringBuilder(
                check.count(EntryStatus.PASSED) + " of " + check.entries().size() + " models passed");
        if (check.count(EntryStatus.FAILED) > 0) {
            text.append(", ").append(check.count(EntryStatus.FAILED)).append(" failed");
        }
        if (check.count(EntryStatus.SKIPPED) > 0) {
            text.append(", ").append(check.count(EntryStatus.SKIPPED)).append(" skipped");
        }
        if (!check.rules().isEmpty()) {
            text.append(", ").append(check.rules().size()).append(" rules broken");
        }
        return text.toString();
    }

    private static String caught(ReportInput.Ladder ladder) {
        long caught = ladder.matrix().rows().stream().filter(RowCheck::isCaught).count();
        return caught + " / " + ladder.matrix().rows().size();
    }

    private static String kills(CheckReport check) {
        return ratio(check, EntryKind.MUTANT);
    }

    private static String findings(CheckReport check) {
        return ratio(check, EntryKind.FINDING);
    }

    private static String ratio(CheckReport check, EntryKind kind) {
        long all = check.entries().stream().filter(e -> e.kind() == kind).count();
        long good = check.entries().stream()
                .filter(e -> e.kind() == kind && e.status() == EntryStatus.PASSED)
                .count();
        return all == 0 ? "none run" : good + " / " + all;
    }

    private static void tile(Markup page, String tone, String figure, String label) {
        page.raw("<div class=\"tile " + tone + "\">")
                .element("b", "", figure)
                .element("span", "", label)
                .raw("</div>");
    }

    static String lower(Enum<?> value) {
        return value == null ? "all" : value.name().toLowerCase(Locale.ROOT);
    }
}
