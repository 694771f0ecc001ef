package io.godwit.lab.load;

import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.linear.SequentialModel;
import io.godwit.simulation.linear.SequentialModel.RegisterModel;

/** Registers whose compare-and-set only says that it was of no use, and not what it has found. */
final class CompareAndSetModel implements SequentialModel<Long> {
    private final RegisterModel model = new RegisterModel();

    @Override
    public Long initial() {
        return model.initial();
    }

    @Override
    public Long after(Long state, Operation operation, Result result) {
        if (operation instanceof Operation.CompareAndSet cas && result instanceof Result.Unmet) {
            return state == cas.expected() ? null : state;
        }
        return model.after(state, operation, result);
    }
}
