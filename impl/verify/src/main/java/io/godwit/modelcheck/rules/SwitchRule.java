package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.input.Suggest;
import io.godwit.modelcheck.manifest.Cfg.Assignment;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.rules.ManifestRules.Rule;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Each switch is flipped by someone: a rule, or a Boolean constant of a benign model, is the guard of a mutant or calibration, differs in a finding, or is
 * declared as an option. A guard that nobody needs is removed or explained. What is weakened is a rule, and has the name that it looks for.
 *
 * <p>Switches are looked up per directory of root modules, because the modules of one protocol share them.
 */
final class SwitchRule implements Rule {
    static final String NAME = "switch";

    @Override
    public List<RuleFinding> judge(Models models) {
        List<RuleFinding> findings = new ArrayList<>();
        Map<String, Set<String>> flipped = new HashMap<>();
        Map<String, Map<String, ManifestEntry>> switches = new TreeMap<>();
        for (ManifestEntry entry : models.tlcEntries()) {
            names(models, entry, findings);
            Set<String> done = flipped.computeIfAbsent(protocol(entry), key -> new TreeSet<>());
            done.addAll(entry.options());
            switch (entry.kind()) {
                case BENIGN -> {
                    Map<String, ManifestEntry> own = switches.computeIfAbsent(protocol(entry), key -> new TreeMap<>());
                    models.facts(entry.module()).rules().keySet().forEach(rule -> own.putIfAbsent(rule, entry));
                    models.constants(entry).values().stream()
                            .filter(Assignment::isBoolean)
                            .forEach(assignment -> own.putIfAbsent(assignment.name(), entry));
                }
                case MUTANT, CALIBRATION -> done.add(entry.guard());
                case FINDING -> {
                    done.addAll(entry.set().keySet());
                    done.addAll(models.run(entry).weakened());
                }
            }
        }
        switches.forEach((protocol, names) -> names.forEach((name, entry) -> {
            if (!flipped.getOrDefault(protocol, Set.of()).contains(name)) {
                findings.add(new RuleFinding(
                        NAME,
                        name,
                        "nothing flips this switch of " + protocol + " (first seen in " + entry.name() + ")",
                        "Add a mutant for it, remove the guard, or name it in \"options\" when it is no guard."));
            }
        }));
        return findings;
    }

    /** What an entry weakens is a rule of its module, and each rule looks for its own name. */
    private static void names(Models models, ManifestEntry entry, List<RuleFinding> findings) {
        Map<String, String> rules = models.facts(entry.module()).rules();
        for (String name : models.run(entry).weakened()) {
            String sought = rules.get(name);
            if (sought == null) {
                findings.add(new RuleFinding(
                        NAME,
                        entry.name(),
                        "it weakens " + name + ", which is no rule of " + entry.module(),
                        Suggest.remedy(name, rules.keySet())));
            } else if (!sought.equals(name)) {
                findings.add(new RuleFinding(
                        NAME,
                        entry.name(),
                        "it weakens " + name + ", which looks for " + sought,
                        "Let the rule look for its own name."));
            }
        }
    }

    private static String protocol(ManifestEntry entry) {
        int slash = entry.module().lastIndexOf('/');
        return slash < 0 ? "" : entry.module().substring(0, slash);
    }
}
