package io.godwit.simulation.linear;

import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import java.util.ArrayList;
import java.util.List;

/** A list: append, and read of all elements in their order. */
public final class ListModel implements SequentialModel<List<Long>> {
    @Override
    public List<Long> initial() {
        return List.of();
    }

    @Override
    public List<Long> after(List<Long> state, Operation operation, Result result) {
        if (operation instanceof Operation.Get) {
            return result == null
                            || (ResultValues.done(result)
                                    && ResultValues.values(result).equals(state))
                    ? state
                    : null;
        } else if (operation instanceof Operation.Append append) {
            return result == null || ResultValues.done(result) ? with(state, append.element()) : null;
        } else if (operation instanceof Operation.Remove) {
            return List.of();
        }
        return null;
    }

    private static List<Long> with(List<Long> state, long element) {
        List<Long> longer = new ArrayList<>(state);
        longer.add(element);
        return List.copyOf(longer);
    }
}
