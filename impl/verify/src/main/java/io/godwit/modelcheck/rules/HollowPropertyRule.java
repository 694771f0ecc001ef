package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.rules.ManifestRules.Rule;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.spec.ModuleFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** No property is constant, and none that is listed as temporal is about initial states only. */
final class HollowPropertyRule implements Rule {
    static final String NAME = "hollow-property";

    @Override
    public List<RuleFinding> judge(Models models) {
        Map<String, Set<String>> listed = new LinkedHashMap<>();
        for (ManifestEntry entry : models.tlcEntries()) {
            Set<String> names = listed.computeIfAbsent(models.subject(entry), module -> new TreeSet<>());
            names.addAll(models.base(entry).invariantNames());
            names.addAll(models.base(entry).propertyNames());
        }
        List<RuleFinding> findings = new ArrayList<>();
        listed.forEach((module, names) -> {
            ModuleFacts facts = models.facts(module);
            for (String name : names) {
                if (facts.hollow().containsKey(name)) {
                    findings.add(new RuleFinding(
                            NAME,
                            module,
                            name + " is hollow: " + facts.hollow().get(name),
                            "Define " + name + " as what has to hold, or remove it from module, cfg and manifest."));
                }
            }
        });
        return findings;
    }

    @Override
    public boolean needsWholeManifest() {
        return false;
    }
}
