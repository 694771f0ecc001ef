package io.godwit.conformance.replay;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
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
 * @param taken transitions by {@code Module!Action}; actions that are never taken are missing
 * @param carriers the methods that carried an action out or refused to, by {@code Module!Action}
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
        Map<String, Integer> taken,
        Map<String, Set<Method>> carriers,
        List<Mismatch> mismatches,
        long mismatchCount,
        long millis) {
    /** Copies the collections. */
    public ModelReplay {
        taken = Map.copyOf(taken);
        carriers = Map.copyOf(carriers);
        mismatches = List.copyOf(mismatches);
    }

    /** Do engine and specification agree? */
    public boolean agrees() {
        return mismatchCount == 0;
    }
}
