package io.godwit.simulation.linear;

import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A set: add, and read of all elements. The state is the elements in ascending order. */
public final class SetModel implements SequentialModel<List<Long>> {
    @Override
    public List<Long> initial() {
        return List.of();
    }

    @Override
    public List<Long> after(List<Long> state, Operation operation, Result result) {
        if (operation instanceof Operation.Get) {
            return result == null
                            || (ResultValues.done(result)
                                    && sorted(ResultValues.values(result)).equals(state))
                    ? state
                    : null;
        } else if (operation instanceof Operation.AddToSet add) {
            return result == null || ResultValues.done(result) ? with(state, add.element()) : null;
        } else if (operation instanceof Operation.Remove) {
            return List.of();
        }
        return null;
    }

    /** A list, not a set: an element that is there twice is wrong. */
    private static List<Long> sorted(List<Long> values) {
        List<Long> ascending = new ArrayList<>(values);
        ascending.sort(null);
        return ascending;
    }

    private static List<Long> with(List<Long> state, Long element) {
        int at = Collections.binarySearch(state, element);
        if (at >= 0) {
            return state;
        }
        List<Long> larger = new ArrayList<>(state.size() + 1);
        larger.addAll(state);
        larger.add(-at - 1, element);
        return List.copyOf(larger);
    }
}
