package io.godwit.conformance.replay;

import java.util.List;
import java.util.Set;

/**
 * What came out of one model.
 *
 * @param model its name
 * @param root its root module
 * @param states number of states
 * @param transitions number of transitions
 * @param accepted events that the engine accepted
 * @param refused events that the engine refused
 * @param ruledOut events that were not offered, because of a guard that only the specification has
 * @param actions {@code Module!Action} of all transitions
 * @param mismatches where engine and specification disagree; at most a few, see {@code mismatchCount}
 * @param mismatchCount number of disagreements
 * @param millis how long it took
 */
public record ModelReplay(
        String model,
        String root,
        int states,
        int transitions,
        long accepted,
        long refused,
        long ruledOut,
        Set<String> actions,
        List<Mismatch> mismatches,
        long mismatchCount,
        long millis) {
    /** Copies the collections. */
    public ModelReplay {
        actions = Set.copyOf(actions);
        mismatches = List.copyOf(mismatches);
    }

    /** Do engine and specification agree? */
    public boolean agrees() {
        return mismatchCount == 0;
    }
}
