package io.godwit.modelcheck.run;

import io.godwit.modelcheck.run.CheckListener.CheckProgress;
import io.godwit.modelcheck.run.Verdict.FailureKind;
import io.godwit.trace.Trace.RawState;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What one checker found out about one entry.
 *
 * @param verdict the verdict
 * @param exactGenerated whether the number of generated states is the same in each complete run
 * @param progress the last counts
 * @param depth longest shortest path; null when not known
 * @param coverage actions taken
 * @param variables which variables had more than one value; null when not known
 * @param counterexample the trace; null when there is none
 * @param seconds wall-clock time
 * @param tool the checker and its version
 */
public record EngineResult(
        Verdict verdict,
        boolean exactGenerated,
        CheckProgress progress,
        Integer depth,
        List<ActionCoverage> coverage,
        VariableUse variables,
        Counterexample counterexample,
        double seconds,
        String tool) {
    /**
     * A counterexample as the checker gave it.
     *
     * @param states the states, in order
     * @param length how many states it has
     * @param loopStart the number of the state that the last one goes back to
     * @param stuttering whether it stays in the last state for ever
     */
    public record Counterexample(List<RawState> states, int length, OptionalInt loopStart, boolean stuttering) {
        /** Makes the list unmodifiable. */
        public Counterexample {
            states = List.copyOf(states);
        }
    }

    /** Makes the list unmodifiable. */
    public EngineResult {
        coverage = List.copyOf(coverage);
    }

    /** A result of a run that never was. */
    static EngineResult failed(String why) {
        Verdict.Failed verdict = new Verdict.Failed(FailureKind.CRASH, why);
        return new EngineResult(verdict, false, new CheckProgress(0, 0, 0, 0, 0), null, List.of(), null, null, 0, "");
    }

    /** The same result with another time. */
    public EngineResult withSeconds(double others) {
        return new EngineResult(
                verdict, exactGenerated, progress, depth, coverage, variables, counterexample, others, tool);
    }

    /**
     * How often an action was taken.
     *
     * @param action its name
     * @param module the module that defines it
     * @param distinct new states it led to
     * @param generated states it led to
     */
    public record ActionCoverage(String action, String module, long distinct, long generated) {
        /** Both counts together, for an action that appears more than once. */
        public ActionCoverage plus(ActionCoverage other) {
            return new ActionCoverage(action, module, distinct + other.distinct, generated + other.generated);
        }
    }

    /**
     * The variables of a specification in one run, by the module that declares them: {@code Module!variable}.
     *
     * @param constant those that had the same value in all states
     * @param changing the others
     */
    public record VariableUse(Set<String> constant, Set<String> changing) {
        /** Makes the sets unmodifiable. */
        public VariableUse {
            constant = Set.copyOf(constant);
            changing = Set.copyOf(changing);
        }
    }
}
