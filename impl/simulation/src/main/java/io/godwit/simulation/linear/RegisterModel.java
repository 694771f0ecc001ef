package io.godwit.simulation.linear;

import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;

/** A register: read, write, compare-and-set. Its value is 0 before the first write. */
public final class RegisterModel implements SequentialModel<Long> {
    @Override
    public Long initial() {
        return 0L;
    }

    @Override
    public Long after(Long state, Operation operation, Result result) {
        if (operation instanceof Operation.Get) {
            return result == null || (ResultValues.done(result) && ResultValues.value(result) == state) ? state : null;
        } else if (operation instanceof Operation.Put put) {
            return result == null || ResultValues.done(result) ? put.value() : null;
        } else if (operation instanceof Operation.CompareAndSet cas) {
            return afterCas(state, cas, result);
        } else if (operation instanceof Operation.Remove) {
            return 0L;
        }
        return null;
    }

    private static Long afterCas(long state, Operation.CompareAndSet cas, Result result) {
        boolean hit = state == cas.expected();
        if (result == null) {
            return hit ? cas.value() : state;
        } else if (result instanceof Result.Differs differs) {
            return !hit && differs.found() == state ? state : null;
        } else if (result instanceof Result.Unmet) {
            return hit ? null : state;
        }
        return hit && ResultValues.done(result) ? cas.value() : null;
    }
}
