package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.rules.ManifestRules.Rule;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.spec.ModuleGraph;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The quick tier shows every module at work, and every finding. */
final class QuickTierRule implements Rule {
    static final String NAME = "quick-tier";

    @Override
    public List<RuleFinding> judge(Models models) {
        Manifest manifest = models.manifest();
        ModuleGraph graph = new ModuleGraph();
        Set<Path> all = new LinkedHashSet<>();
        Set<Path> quick = new HashSet<>();
        List<RuleFinding> findings = new ArrayList<>();
        for (ManifestEntry entry : models.tlcEntries()) {
            Set<Path> files = graph.files(manifest.resolve(entry.module()), manifest.searchPath(entry));
            all.addAll(files);
            if (entry.tier() == Tier.QUICK) {
                quick.addAll(files);
            } else if (entry.kind() == EntryKind.FINDING) {
                findings.add(new RuleFinding(
                        NAME,
                        entry.name(),
                        "a finding outside of the quick tier",
                        "Make it small, and its tier quick."));
            }
        }
        all.removeAll(quick);
        all.removeIf(file -> !isOfLibrary(manifest, file));
        for (Path file : all) {
            findings.add(new RuleFinding(
                    NAME,
                    manifest.root().relativize(file).toString(),
                    "no model of the quick tier uses this module",
                    "Add a small one."));
        }
        return findings;
    }

    private static boolean isOfLibrary(Manifest manifest, Path file) {
        return manifest.library().stream().map(manifest::resolve).anyMatch(file::startsWith);
    }
}
