package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.manifest.Entry;
import io.godwit.modelcheck.manifest.Kind;
import io.godwit.modelcheck.result.RuleFinding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Each switch is flipped by someone: a Boolean constant of a benign model is the guard of a mutant or calibration, differs in a finding, or is
 * declared as an option. A guard that nobody needs is removed or explained.
 *
 * <p>Switches are looked up per directory of root modules, because the modules of one protocol share them.
 */
final class SwitchRule implements Rule {
    static final String NAME = "switch";

    @Override
    public List<RuleFinding> judge(Models models) {
        Map<String, Set<String>> flipped = new HashMap<>();
        Map<String, Map<String, Entry>> switches = new TreeMap<>();
        for (Entry entry : models.tlcEntries()) {
            Set<String> done = flipped.computeIfAbsent(protocol(entry), key -> new TreeSet<>());
            done.addAll(entry.options());
            if (entry.kind() == Kind.BENIGN) {
                models.constants(entry).values().stream()
                        .filter(assignment -> assignment.isBoolean())
                        .forEach(assignment -> switches.computeIfAbsent(protocol(entry), key -> new TreeMap<>())
                                .putIfAbsent(assignment.name(), entry));
            } else {
                done.addAll(entry.set().keySet());
            }
        }
        List<RuleFinding> findings = new ArrayList<>();
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

    private static String protocol(Entry entry) {
        int slash = entry.module().lastIndexOf('/');
        return slash < 0 ? "" : entry.module().substring(0, slash);
    }
}
