package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.manifest.Entry;
import io.godwit.modelcheck.manifest.ExpectedVerdict;
import io.godwit.modelcheck.manifest.Kind;
import io.godwit.modelcheck.result.RuleFinding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Each invariant and property that is said to hold breaks in some mutant or finding of the same root module: one that nothing can break may as
 * well be TRUE. TypeOK is left out: it says what shape states have, not what the protocol does.
 */
final class KillListRule implements Rule {
    static final String NAME = "kill-list";

    private static final String SHAPE = "TypeOK";

    @Override
    public List<RuleFinding> judge(Models models) {
        Map<String, Set<String>> holds = new LinkedHashMap<>();
        Map<String, Set<String>> breaks = new LinkedHashMap<>();
        for (Entry entry : models.tlcEntries()) {
            if (entry.kind() == Kind.BENIGN) {
                Set<String> names = holds.computeIfAbsent(entry.module(), module -> new TreeSet<>());
                names.addAll(entry.checkedInvariants());
                names.addAll(entry.checkedProperties());
            } else if (entry.expect().verdict() == ExpectedVerdict.VIOLATED) {
                breaks.computeIfAbsent(entry.module(), module -> new TreeSet<>())
                        .add(entry.expect().property());
            }
        }
        List<RuleFinding> findings = new ArrayList<>();
        holds.forEach((module, names) -> {
            names.removeAll(breaks.getOrDefault(module, Set.of()));
            names.remove(SHAPE);
            for (String name : names) {
                findings.add(new RuleFinding(
                        NAME,
                        module,
                        "no mutant and no finding of this module breaks " + name,
                        "Add a mutant that it kills, or stop claiming that it holds."));
            }
        });
        return findings;
    }
}
