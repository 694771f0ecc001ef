package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.manifest.Cfg;
import io.godwit.modelcheck.manifest.Cfg.Assignment;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import io.godwit.modelcheck.rules.ManifestRules.Rule;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.spec.ModuleGraph;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A mutant (and a calibration) is its base with exactly one switch flipped, and the property that kills it holds in the base:
 * otherwise the kill would say nothing about the guard.
 */
final class MutantDiffersRule implements Rule {
    static final String NAME = "mutant-differs";

    @Override
    public List<RuleFinding> judge(Models models) {
        List<RuleFinding> findings = new ArrayList<>();
        for (ManifestEntry entry : models.tlcEntries()) {
            if (entry.kind() == EntryKind.MUTANT || entry.kind() == EntryKind.CALIBRATION) {
                models.manifest().entry(entry.base()).ifPresent(base -> judge(models, entry, base, findings));
            }
        }
        return findings;
    }

    @Override
    public boolean needsWholeManifest() {
        return false;
    }

    private static void judge(Models models, ManifestEntry mutant, ManifestEntry base, List<RuleFinding> findings) {
        if (base.kind() != EntryKind.BENIGN) {
            findings.add(finding(mutant, "its base " + base.name() + " is not benign", "Name a benign entry as base."));
            return;
        }
        if (mutant.replace().isEmpty() && !mutant.module().equals(base.module())) {
            findings.add(finding(mutant, "its base has another module", "Name a base of " + mutant.module() + "."));
            return;
        }
        if (!mutant.replace().isEmpty()) {
            replacement(models, mutant, base, findings);
        }
        Set<String> differing = differing(models.run(base), models.run(mutant));
        if (!differing.equals(Set.of(mutant.guard()))) {
            findings.add(finding(
                    mutant,
                    "it differs from " + base.name() + " in " + (differing.isEmpty() ? "nothing" : differing)
                            + ", not in exactly its guard " + mutant.guard(),
                    "Set the guard, and nothing else."));
        } else if (mutant.replace().isEmpty()
                && isNoSwitch(models.constants(mutant).get(mutant.guard()))) {
            findings.add(finding(mutant, "its guard " + mutant.guard() + " is not TRUE or FALSE", "Make it a switch."));
        }
        if (!behaviour(models.run(mutant)).equals(behaviour(models.run(base)))) {
            findings.add(finding(
                    mutant,
                    "its cfg has another specification, constraint, symmetry or view than that of " + base.name(),
                    "Use the same cfg for both."));
        }
        String property = mutant.expect().property();
        if (mutant.kind() == EntryKind.MUTANT
                && !base.checkedInvariants().contains(property)
                && !base.checkedProperties().contains(property)) {
            findings.add(finding(
                    mutant,
                    "its base " + base.name() + " does not check " + property
                            + ", so the kill says nothing about the guard",
                    "Check " + property + " in the base too."));
        }
    }

    /** The mutant's module adds definitions to that of its base, and the property does not depend on what is replaced. */
    private static void replacement(
            Models models, ManifestEntry mutant, ManifestEntry base, List<RuleFinding> findings) {
        Manifest manifest = models.manifest();
        Set<Path> extended = new ModuleGraph().files(manifest.resolve(mutant.module()), manifest.searchPath(mutant));
        if (!extended.contains(manifest.resolve(base.module()))) {
            findings.add(finding(
                    mutant,
                    "its module " + mutant.module() + " does not extend that of its base, " + base.module(),
                    "Name a base of the module that it extends."));
        }
        if (models.facts(mutant.module()).uses(mutant.expect().property(), mutant.guard())) {
            findings.add(finding(
                    mutant,
                    "the property " + mutant.expect().property() + " uses " + mutant.guard()
                            + ", so that the mutant replaces a part of the property",
                    "Replace a definition that only actions use."));
        }
    }

    /** The constants that differ, and in the place of {@link Cfg#WEAKENED} the rules that one of the two lacks. */
    private static Set<String> differing(Cfg base, Cfg mutant) {
        Map<String, Assignment> before = base.constants();
        Map<String, Assignment> after = mutant.constants();
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        names.remove(Cfg.WEAKENED);
        names.removeIf(name -> same(before.get(name), after.get(name)));
        Set<String> rules = new TreeSet<>(base.weakened());
        rules.addAll(mutant.weakened());
        rules.removeIf(
                rule -> base.weakened().contains(rule) && mutant.weakened().contains(rule));
        names.addAll(rules);
        return names;
    }

    /** Whether a guard that differs is a constant with more than two values. A rule is no constant. */
    private static boolean isNoSwitch(Assignment guard) {
        return guard != null && !guard.isBoolean();
    }

    private static boolean same(Assignment left, Assignment right) {
        return left != null
                && right != null
                && left.value().equals(right.value())
                && left.replaced() == right.replaced();
    }

    /** What decides over behaviours besides constants: compared by text, because the lines differ. */
    private static List<Object> behaviour(Cfg cfg) {
        return List.of(
                cfg.single().entrySet().stream()
                        .map(it -> it.getKey() + " " + it.getValue().name())
                        .toList(),
                cfg.constraints().stream().map(named -> named.name()).toList(),
                cfg.actionConstraints().stream().map(named -> named.name()).toList(),
                cfg.symmetry().stream().map(named -> named.name()).toList());
    }

    private static RuleFinding finding(ManifestEntry mutant, String message, String remedy) {
        return new RuleFinding(NAME, mutant.name(), message, remedy);
    }
}
