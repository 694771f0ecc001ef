package io.godwit.report;

import io.godwit.modelcheck.manifest.ManifestEntry.ExpectedVerdict;
import io.godwit.modelcheck.run.EngineResult.ActionCoverage;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.page.Html;
import io.godwit.report.Report.ReportInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Action by model: how many steps of each action the complete models took. */
final class CoverageSection {
    private CoverageSection() {}

    static void write(ReportInput input, Markup page) {
        page.raw("<section id=\"coverage\"><h2>Actions taken</h2>")
                .raw(
                        "<p class=\"lead\">Steps of each action in the models that ran to the end. An action that no model takes is not checked by any.</p>");
        Map<String, List<EntryResult>> byModule = new TreeMap<>();
        for (EntryResult result : input.results(r -> !r.coverage().isEmpty()
                && r.status() == EntryStatus.PASSED
                && r.expected().verdict() == ExpectedVerdict.HOLDS)) {
            byModule.computeIfAbsent(ReportInput.moduleName(result), k -> new ArrayList<>())
                    .add(result);
        }
        byModule.forEach((module, results) -> table(page, module, results));
        if (byModule.isEmpty()) {
            page.element("p", "muted", "No complete model was among those of this run.");
        }
        page.raw("</section>\n");
    }

    private static void table(Markup page, String module, List<EntryResult> results) {
        TreeSet<String> actions = new TreeSet<>();
        long most = 1;
        for (EntryResult result : results) {
            for (ActionCoverage c : result.coverage()) {
                actions.add(c.action());
                most = Math.max(most, c.generated());
            }
        }
        page.raw("<details open><summary>")
                .text(module + ": " + actions.size() + " actions, " + results.size() + " models");
        page.raw("</summary><div class=\"scroll\"><table class=\"heat\"><thead><tr><th></th>");
        results.forEach(r -> page.raw("<th><div><span>").text(r.name()).raw("</span></div></th>"));
        page.raw("</tr></thead><tbody>");
        for (String action : actions) {
            long total = results.stream().mapToLong(r -> taken(r, action)).sum();
            page.raw("<tr" + (total == 0 ? " class=\"never\"" : "") + "><th>")
                    .element("code", "", action)
                    .raw("</th>");
            for (EntryResult result : results) {
                long count = taken(result, action);
                double heat = count == 0 ? 0 : 0.15 + 0.75 * Math.log1p((double) count) / Math.log1p((double) most);
                page.raw("<td title=\"" + Html.escape(action + " in " + result.name() + ": " + Markup.grouped(count))
                                + "\" style=\"--heat:" + Math.round(heat * 100) + "%\">")
                        .text(count == 0 ? "" : brief(count))
                        .raw("</td>");
            }
            page.raw("</tr>");
        }
        page.raw("</tbody></table></div></details>");
    }

    private static long taken(EntryResult result, String action) {
        return result.coverage().stream()
                .filter(c -> c.action().equals(action))
                .mapToLong(ActionCoverage::generated)
                .sum();
    }

    private static String brief(long count) {
        if (count < 1_000) {
            return String.valueOf(count);
        }
        return count < 1_000_000 ? count / 1_000 + "k" : count / 1_000_000 + "M";
    }
}
