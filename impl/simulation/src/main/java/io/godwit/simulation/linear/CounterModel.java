package io.godwit.simulation.linear;

import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;

/** A counter: increment, which returns the value after it, and read. */
public final class CounterModel implements SequentialModel<Long> {
    @Override
    public Long initial() {
        return 0L;
    }

    @Override
    public Long after(Long state, Operation operation, Result result) {
        if (operation instanceof Operation.Get) {
            return result == null || (ResultValues.done(result) && ResultValues.value(result) == state) ? state : null;
        } else if (operation instanceof Operation.Increment increment) {
            long next = state + increment.by();
            return result == null || (ResultValues.done(result) && ResultValues.value(result) == next)
                    ? (Long) next
                    : null;
        } else if (operation instanceof Operation.Remove) {
            return 0L;
        }
        return null;
    }
}
