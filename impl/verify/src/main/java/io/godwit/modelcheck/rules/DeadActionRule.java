package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.run.EngineResult.ActionCoverage;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Each action of a root module's next-state relation is taken in some complete model of it. Judged on what ran, so on the
 * {@code pr} tier and above; a module of which a model failed is not judged, because the failure may be the reason.
 */
public final class DeadActionRule {
    static final String NAME = "dead-action";

    private final Map<String, Map<String, Long>> byModule = new TreeMap<>();
    private final Set<String> incomplete = new TreeSet<>();

    /** The rule over these results. */
    public DeadActionRule(List<EntryResult> results) {
        for (EntryResult result : results) {
            if (result.engine() != ModelChecker.TLC || !result.kind().holds()) {
                continue;
            }
            if (result.status() != EntryStatus.PASSED) {
                incomplete.add(result.module());
            }
            Map<String, Long> actions = byModule.computeIfAbsent(result.module(), module -> new LinkedHashMap<>());
            for (ActionCoverage action : result.coverage()) {
                actions.merge(action.action(), action.generated(), Long::sum);
            }
        }
    }

    /** The modules that were judged, or could have been. */
    public Set<String> modules() {
        return byModule.keySet();
    }

    /**
     * The actions that nothing takes.
     *
     * @param parts by module: the actions that its next-state relation is made of. TLC alone does not tell: it cannot look behind a quantifier over a set that is empty in
     *     a model, and calls what is there by the name around it.
     */
    public List<RuleFinding> findings(Map<String, Set<String>> parts) {
        List<RuleFinding> findings = new ArrayList<>();
        byModule.forEach((module, actions) -> {
            // Without coverage (large models) there is nothing to judge.
            if (!incomplete.contains(module) && !actions.isEmpty()) {
                for (String name : dead(actions, parts.getOrDefault(module, Set.of()))) {
                    findings.add(new RuleFinding(
                            NAME,
                            module,
                            "no model takes the action " + name,
                            "Add a model in which it happens, or remove it."));
                }
            }
        });
        return findings;
    }

    private static List<String> dead(Map<String, Long> taken, Set<String> parts) {
        if (parts.isEmpty()) {
            return taken.keySet().stream().filter(name -> taken.get(name) == 0).toList();
        }
        // TLC took something that it could not split: what it does not mention may be in there.
        boolean unsplit = taken.entrySet().stream().anyMatch(it -> it.getValue() > 0 && !parts.contains(it.getKey()));
        return parts.stream()
                .filter(name -> taken.containsKey(name) ? taken.get(name) == 0 : !unsplit)
                .toList();
    }

    /** The modules that could not be judged, because a model of them failed. */
    public Set<String> notJudged() {
        return incomplete;
    }

    /** The modules that could not be judged, because all their models are too large for coverage. */
    public Set<String> withoutCoverage() {
        Set<String> modules = new TreeSet<>();
        byModule.forEach((module, actions) -> {
            if (actions.isEmpty() && !incomplete.contains(module)) {
                modules.add(module);
            }
        });
        return modules;
    }
}
