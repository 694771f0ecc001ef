package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.run.EngineResult.VariableUse;
import io.godwit.modelcheck.run.JobResult;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Each variable has more than one value in some model that ran. What is said of a ghost that is never written holds, whatever the protocol does; so does what is said of any other variable
 * that stays as it is. Mutants count, because some ghosts record only what must not happen.
 */
public final class ConstantVariableRule {
    static final String NAME = "constant-variable";

    private ConstantVariableRule() {}

    /** Whether the states of any model were watched. */
    public static boolean isPossible(Collection<JobResult> results) {
        return results.stream()
                .anyMatch(result -> result.engine() != null && result.engine().variables() != null);
    }

    /** The variables that have one value in all states of all models of the modules with the module that declares them. */
    public static List<RuleFinding> findings(Collection<JobResult> results) {
        Set<String> constant = new TreeSet<>();
        Set<String> changing = new HashSet<>();
        for (JobResult result : results) {
            VariableUse use = result.engine() == null ? null : result.engine().variables();
            if (use != null) {
                // Two protocols may have modules of the same name.
                String protocol = protocol(result.job().entry().module());
                use.constant().forEach(variable -> constant.add(protocol + variable));
                use.changing().forEach(variable -> changing.add(protocol + variable));
            }
        }
        constant.removeAll(changing);
        return constant.stream().map(ConstantVariableRule::finding).toList();
    }

    private static String protocol(String module) {
        Path directory = Path.of(module).getParent();
        return directory == null ? "" : directory.getFileName() + "/";
    }

    private static RuleFinding finding(String variable) {
        int name = variable.indexOf('!');
        return new RuleFinding(
                NAME,
                variable.substring(0, name),
                "the variable " + variable.substring(name + 1) + " has the same value in all states of all models",
                "Let the actions write it, add a model in which they do, or declare it as a constant.");
    }
}
