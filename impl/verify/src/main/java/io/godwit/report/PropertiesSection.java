package io.godwit.report;

import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.ExpectedVerdict;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.report.Report.ReportInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Each property of each root module: where it holds, and which mutants and findings show that it can break. */
final class PropertiesSection {
    private static final int NAMES = 4;

    /** A property of a root module. */
    private record Row(List<String> holdsIn, List<String> brokenBy) {
        Row() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    private PropertiesSection() {}

    static void write(ReportInput input, Markup page) {
        Map<String, Map<String, Row>> byModule = new TreeMap<>();
        for (EntryResult result : input.results(r -> r.status() == EntryStatus.PASSED)) {
            ManifestEntry entry = input.manifest().entry(result.name()).orElse(null);
            if (entry == null) {
                continue;
            }
            Map<String, Row> rows = byModule.computeIfAbsent(ReportInput.moduleName(result), k -> new TreeMap<>());
            if (result.expected().verdict() == ExpectedVerdict.HOLDS) {
                checked(entry).forEach(p -> rows.computeIfAbsent(p, k -> new Row())
                        .holdsIn()
                        .add(result.name()));
            } else if (result.got().property() != null) {
                rows.computeIfAbsent(result.got().property(), k -> new Row())
                        .brokenBy()
                        .add(result.name());
            }
        }
        page.raw("<section id=\"properties\"><h2>Properties</h2>")
                .raw(
                        "<p class=\"lead\">A property that nothing can break says nothing. Each one is broken by a mutant or finding of the same root module; ")
                .raw(
                        "TypeOK is about types and is exempt.</p><div class=\"scroll\"><table class=\"data sortable\"><thead><tr>")
                .raw("<th>root module</th><th>property</th><th>holds in</th><th>broken by</th></tr></thead><tbody>");
        byModule.forEach((module, rows) -> rows.forEach((property, row) -> {
            page.raw("<tr>")
                    .cell(module)
                    .raw("<td>")
                    .element("code", "", property)
                    .raw("</td>");
            page.cell(String.valueOf(row.holdsIn().size()), "small", names(row.holdsIn()));
            String none = property.equals("TypeOK") ? "exempt" : "nothing in this run";
            page.cell(
                    String.valueOf(row.brokenBy().size()),
                    row.brokenBy().isEmpty() && !property.equals("TypeOK") ? "small warned" : "small",
                    row.brokenBy().isEmpty() ? none : names(row.brokenBy()));
            page.raw("</tr>");
        }));
        page.raw("</tbody></table></div></section>\n");
    }

    private static List<String> checked(ManifestEntry entry) {
        if (entry.apalache() != null && entry.cfg() == null) {
            return List.of(entry.apalache().inv());
        }
        List<String> all = new ArrayList<>(entry.checkedInvariants());
        all.addAll(entry.checkedProperties());
        return all;
    }

    private static String names(List<String> names) {
        if (names.isEmpty()) {
            return "–";
        }
        String some = String.join(", ", names.subList(0, Math.min(NAMES, names.size())));
        return names.size() > NAMES ? some + " and " + (names.size() - NAMES) + " more" : some;
    }
}
