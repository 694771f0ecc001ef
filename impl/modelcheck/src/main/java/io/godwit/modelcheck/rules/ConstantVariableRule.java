package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.manifest.Kind;
import io.godwit.modelcheck.result.RuleFinding;
import io.godwit.modelcheck.result.Status;
import io.godwit.modelcheck.run.JobResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Each variable is changed by a step of some benign model of its root module. A ghost that is never written makes what is said of it hold; so does a variable of the protocol. A
 * module of which a benign model failed is not judged, because the failure may be the reason.
 */
public final class ConstantVariableRule {
    static final String NAME = "constant-variable";

    private final Map<String, Set<String>> unchanged = new LinkedHashMap<>();
    private final Map<String, String> notJudged = new LinkedHashMap<>();

    /** The rule over these results. */
    public ConstantVariableRule(List<JobResult> results) {
        for (JobResult result : results) {
            if (result.job().entry().kind() != Kind.BENIGN || result.engine() == null) {
                continue;
            }
            String module = result.job().entry().module();
            if (result.shown().status() != Status.PASSED) {
                notJudged.put(module, "a benign model of it failed");
            }
            take(module, result.engine().unchanged());
        }
        unchanged.keySet().removeAll(notJudged.keySet());
    }

    private void take(String module, Set<String> variables) {
        if (variables == null) {
            return;
        }
        Set<String> left = unchanged.putIfAbsent(module, new TreeSet<>(variables));
        if (left != null) {
            left.retainAll(variables);
        }
    }

    /** The variables that nothing changes. */
    public List<RuleFinding> findings() {
        List<RuleFinding> findings = new ArrayList<>();
        unchanged.forEach((module, variables) -> variables.forEach(variable -> findings.add(new RuleFinding(
                NAME,
                module,
                "no step of any benign model changes the variable " + variable,
                "Let the actions write it, add a model in which they do, or declare it as a constant."))));
        return findings;
    }

    /** By module: why it could not be judged. */
    public Map<String, String> notJudged() {
        return notJudged;
    }
}
