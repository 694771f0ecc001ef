package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.rules.ManifestRules.Rule;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.spec.ModuleFacts;
import io.godwit.modelcheck.spec.ModuleFacts.Theorem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The theorems of a root module are what its models check: each theorem is checked by a benign model of the quick tier that can break it, and each property that a benign
 * model checks is a theorem. A model can break a property if the quick tier also runs a mutant of it that does, or a finding under the same specification, with an early trace.
 */
final class TheoremRule implements Rule {
    static final String NAME = "theorem";

    /** The most states of a trace that counts as early; of a lasso, the states up to the end of its loop. */
    private static final int EARLY = 20;

    @Override
    public List<RuleFinding> judge(Models models) {
        List<RuleFinding> findings = new ArrayList<>();
        Set<String> modules =
                models.tlcEntries().stream().map(models::subject).collect(Collectors.toCollection(LinkedHashSet::new));
        for (String module : modules) {
            ModuleFacts facts = models.facts(module);
            for (int line : facts.unclear()) {
                findings.add(
                        new RuleFinding(
                                NAME,
                                module,
                                "the theorem in line " + line + " does not say which specification has which property",
                                "Write THEOREM Spec => []Invariant or THEOREM Spec => Property, with the names of definitions."));
            }
            List<ManifestEntry> entries = models.tlcEntries().stream()
                    .filter(entry -> models.subject(entry).equals(module))
                    .toList();
            for (Theorem theorem : facts.theorems()) {
                checked(models, facts, module, theorem, entries, findings);
            }
            stated(models, facts, module, entries, findings);
        }
        return findings;
    }

    private static void checked(
            Models models,
            ModuleFacts facts,
            String module,
            Theorem theorem,
            List<ManifestEntry> entries,
            List<RuleFinding> findings) {
        List<ManifestEntry> quick = entries.stream()
                .filter(entry -> entry.tier() == Tier.QUICK && checks(entry, theorem.property()))
                .filter(entry -> facts.shows(models.base(entry).behaviour(), theorem))
                .toList();
        Set<String> benign = quick.stream()
                .filter(entry -> entry.kind() == EntryKind.BENIGN)
                .map(ManifestEntry::name)
                .collect(Collectors.toSet());
        if (benign.isEmpty()) {
            findings.add(new RuleFinding(
                    NAME,
                    module,
                    "no benign model of the quick tier checks " + theorem,
                    "Check " + theorem.property() + " in a small benign model of " + theorem.specification()
                            + ": in its cfg and in the manifest."));
            return;
        }
        boolean breakable = quick.stream()
                .filter(entry -> theorem.property().equals(entry.expect().property()) && isEarly(entry))
                .anyMatch(entry -> entry.kind() == EntryKind.FINDING || benign.contains(entry.base()));
        if (!theorem.property().equals(KillListRule.SHAPE) && !breakable) {
            findings.add(new RuleFinding(
                    NAME,
                    module,
                    "no model of the quick tier that checks " + theorem + " can break it",
                    "Add a mutant of tier quick that breaks " + theorem.property() + " within " + EARLY + " states"
                            + ", and whose base is a benign model of tier quick."));
        }
    }

    private static void stated(
            Models models, ModuleFacts facts, String module, List<ManifestEntry> entries, List<RuleFinding> findings) {
        Set<Theorem> claims = new LinkedHashSet<>();
        for (ManifestEntry entry : entries) {
            if (entry.kind() == EntryKind.BENIGN) {
                String specification = models.base(entry).behaviour();
                entry.checked().forEach(property -> claims.add(new Theorem(specification, property)));
            }
        }
        for (Theorem claim : claims) {
            boolean stated = facts.theorems().stream()
                    .anyMatch(theorem ->
                            theorem.property().equals(claim.property()) && facts.shows(claim.specification(), theorem));
            if (!claim.property().equals(KillListRule.SHAPE) && !stated) {
                findings.add(new RuleFinding(
                        NAME,
                        module,
                        "benign models check " + claim.property() + " of " + claim.specification()
                                + ", which is no theorem of the module",
                        "State it at the end of the module: THEOREM " + claim.specification() + " => ..."
                                + claim.property() + "."));
            }
        }
    }

    private static boolean isEarly(ManifestEntry entry) {
        Integer length = entry.expect().traceLength();
        return length != null && length <= EARLY;
    }

    private static boolean checks(ManifestEntry entry, String property) {
        return entry.checked().contains(property);
    }
}
