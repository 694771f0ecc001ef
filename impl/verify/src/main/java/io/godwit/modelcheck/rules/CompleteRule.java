package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.manifest.Cfg;
import io.godwit.modelcheck.manifest.Cfg.Assignment;
import io.godwit.modelcheck.manifest.Cfg.CfgKeyword;
import io.godwit.modelcheck.manifest.Cfg.Named;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.rules.ManifestRules.Rule;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * No model leaves out states: by a constraint, by a view or a symmetry that takes different states for the same, in its specification, or by another definition in place of one that the
 * specification uses. What is said to hold was looked at in every reachable state.
 */
final class CompleteRule implements Rule {
    static final String NAME = "complete";

    @Override
    public List<RuleFinding> judge(Models models) {
        List<RuleFinding> findings = new ArrayList<>();
        for (ManifestEntry entry : models.tlcEntries()) {
            Cfg cfg = models.base(entry);
            List<String> constraints = names(cfg.constraints(), cfg.actionConstraints());
            if (!constraints.isEmpty()) {
                findings.add(finding(entry, "cuts the search off by " + String.join(", ", constraints)));
            }
            Named view = cfg.single().get(CfgKeyword.VIEW);
            List<String> merging = names(cfg.symmetry(), view == null ? List.of() : List.of(view));
            if (!merging.isEmpty()) {
                findings.add(finding(entry, "takes different states for the same by " + String.join(", ", merging)));
            }
            List<String> restrictions =
                    models.facts(entry.module()).restrictions().getOrDefault(cfg.behaviour(), List.of());
            for (Assignment override : overrides(models, entry)) {
                findings.add(new RuleFinding(
                        NAME,
                        entry.name(),
                        entry.cfg() + " replaces the definition " + override.name() + " by " + override.value()
                                + ", which the manifest does not allow",
                        "Use a constant, or state in \"overrides\" why no step is left out."));
            }
            for (String restriction : restrictions) {
                findings.add(finding(entry, "checks " + cfg.behaviour() + ", which leaves steps out: " + restriction));
            }
        }
        return findings;
    }

    /** What the run replaces besides the definition that a mutant is about. */
    private static List<Assignment> overrides(Models models, ManifestEntry entry) {
        Set<String> defined = models.facts(entry.module()).defined();
        return models.constants(entry).values().stream()
                .filter(it -> defined.contains(it.name()) || it.value().startsWith("["))
                .filter(it -> !entry.replace().containsKey(it.name()))
                .filter(it -> !models.manifest().allows(it.name(), it.value()))
                .toList();
    }

    private static List<String> names(List<Named> some, List<Named> others) {
        return Stream.concat(some.stream(), others.stream()).map(Named::name).toList();
    }

    private static RuleFinding finding(ManifestEntry entry, String what) {
        return new RuleFinding(
                NAME, entry.name(), entry.cfg() + " " + what, "Bound the model by constants that the actions respect.");
    }

    @Override
    public boolean needsWholeManifest() {
        return false;
    }
}
