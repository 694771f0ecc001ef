package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.manifest.Engine;
import io.godwit.modelcheck.result.EntryResult;
import io.godwit.modelcheck.result.RuleFinding;
import io.godwit.modelcheck.result.Status;
import io.godwit.modelcheck.run.ActionCoverage;
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

    private final Map<String, Map<String, ActionCoverage>> byModule = new TreeMap<>();
    private final Set<String> incomplete = new TreeSet<>();

    /** The rule over these results. */
    public DeadActionRule(List<EntryResult> results) {
        for (EntryResult result : results) {
            if (result.engine() != Engine.TLC || !result.kind().holds()) {
                continue;
            }
            if (result.status() != Status.PASSED) {
                incomplete.add(result.module());
            }
            Map<String, ActionCoverage> actions =
                    byModule.computeIfAbsent(result.module(), module -> new LinkedHashMap<>());
            for (ActionCoverage action : result.coverage()) {
                actions.merge(action.action() + " of " + action.module(), action, ActionCoverage::plus);
            }
        }
    }

    /** The actions that nothing takes. */
    public List<RuleFinding> findings() {
        List<RuleFinding> findings = new ArrayList<>();
        byModule.forEach((module, actions) -> {
            if (!incomplete.contains(module)) {
                actions.forEach((name, action) -> {
                    if (action.generated() == 0) {
                        findings.add(new RuleFinding(
                                NAME,
                                module,
                                "no model takes the action " + name,
                                "Add a model in which it happens, or remove it."));
                    }
                });
            }
        });
        return findings;
    }

    /** The modules that could not be judged. */
    public Set<String> notJudged() {
        return incomplete;
    }
}
