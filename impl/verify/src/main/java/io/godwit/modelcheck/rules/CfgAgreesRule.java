package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.rules.ManifestRules.Rule;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The invariants and properties that an entry lists are those of its cfg: a line deleted from a cfg does not go unnoticed. */
final class CfgAgreesRule implements Rule {
    static final String NAME = "cfg-agrees";

    @Override
    public List<RuleFinding> judge(Models models) {
        List<RuleFinding> findings = new ArrayList<>();
        for (ManifestEntry entry : models.tlcEntries()) {
            compare(entry, "invariants", entry.invariants(), models.base(entry).invariantNames(), findings);
            compare(entry, "properties", entry.properties(), models.base(entry).propertyNames(), findings);
        }
        return findings;
    }

    @Override
    public boolean needsWholeManifest() {
        return false;
    }

    private static void compare(
            ManifestEntry entry, String key, List<String> listed, List<String> inCfg, List<RuleFinding> findings) {
        TreeSet<String> missing = new TreeSet<>(listed);
        inCfg.forEach(missing::remove);
        TreeSet<String> surplus = new TreeSet<>(inCfg);
        listed.forEach(surplus::remove);
        if (!missing.isEmpty()) {
            findings.add(new RuleFinding(
                    NAME,
                    entry.name(),
                    "\"" + key + "\" lists " + String.join(", ", missing) + ", which " + entry.cfg()
                            + " does not check",
                    "Put it back into the cfg, or take it out of the entry."));
        }
        if (!surplus.isEmpty()) {
            findings.add(new RuleFinding(
                    NAME,
                    entry.name(),
                    entry.cfg() + " checks " + String.join(", ", surplus) + ", which \"" + key + "\" does not list",
                    "Add it to the entry."));
        }
    }
}
