package io.godwit.simulation.linear;

import io.godwit.simulation.linear.History.RecordedCall;
import java.util.ArrayList;
import java.util.List;

/** Tries all orders of all subsets that contain the answered calls. Slow, and too simple to be wrong. */
final class BruteForce {
    private BruteForce() {}

    static <T> boolean linearizable(SequentialModel<T> model, List<RecordedCall> history) {
        return search(model, model.initial(), new ArrayList<>(history));
    }

    private static <T> boolean search(SequentialModel<T> model, T state, List<RecordedCall> rest) {
        if (rest.stream().noneMatch(RecordedCall::known)) {
            return true;
        }
        for (RecordedCall call : rest) {
            boolean first = rest.stream().allMatch(other -> other.answered() >= call.invoked());
            T after = first ? model.after(state, call.operation(), call.result()) : null;
            if (after != null) {
                List<RecordedCall> fewer = new ArrayList<>(rest);
                fewer.remove(call);
                if (search(model, after, fewer)) {
                    return true;
                }
            }
        }
        return false;
    }
}
