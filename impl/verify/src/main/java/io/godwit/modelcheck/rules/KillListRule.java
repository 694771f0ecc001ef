package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import io.godwit.modelcheck.manifest.ManifestEntry.ExpectedVerdict;
import io.godwit.modelcheck.rules.ManifestRules.Rule;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Each invariant and property that is said to hold breaks in at least two mutants or findings of the same root module that differ in their guard: a property that
 * nothing can break may as well be TRUE. TypeOK is left out: it says what shape states have, not what the protocol does.
 */
final class KillListRule implements Rule {
    static final String NAME = "kill-list";
    static final String SHAPE = "TypeOK";

    private static final int NEEDED = 2;

    @Override
    public List<RuleFinding> judge(Models models) {
        Map<String, Set<String>> holds = new LinkedHashMap<>();
        for (ManifestEntry entry : models.tlcEntries()) {
            if (entry.kind() == EntryKind.BENIGN) {
                holds.computeIfAbsent(entry.module(), module -> new LinkedHashSet<>())
                        .addAll(entry.checked());
            }
        }
        List<RuleFinding> findings = new ArrayList<>();
        holds.forEach((module, properties) -> properties.stream()
                .filter(property -> !property.equals(SHAPE))
                .forEach(property -> judge(module, property, killers(models, module, property), findings)));
        return findings;
    }

    private static List<ManifestEntry> killers(Models models, String module, String property) {
        return models.tlcEntries().stream()
                .filter(entry -> models.subject(entry).equals(module))
                .filter(entry -> entry.expect().verdict() == ExpectedVerdict.VIOLATED)
                .filter(entry -> property.equals(entry.expect().property()))
                .toList();
    }

    private static void judge(String module, String property, List<ManifestEntry> killers, List<RuleFinding> findings) {
        Set<String> defects = killers.stream()
                .map(entry -> entry.guard() == null ? entry.name() : entry.guard())
                .collect(Collectors.toSet());
        if (defects.size() < NEEDED) {
            findings.add(new RuleFinding(
                    NAME,
                    module,
                    (defects.isEmpty()
                                    ? "no mutant and no finding of this module breaks "
                                    : "only one mutant or finding of this module, "
                                            + defects.iterator().next() + ", breaks ")
                            + property,
                    "Add a mutant that it kills, or stop claiming that it holds."));
        }
    }
}
