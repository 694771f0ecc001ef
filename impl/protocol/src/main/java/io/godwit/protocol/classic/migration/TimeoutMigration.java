package io.godwit.protocol.classic.migration;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.table.Flight;

/**
 * The request's call timeout, 300 s in the product, with everybody alive. The event is the partition.
 *
 * <p>Guards, from {@code TimeoutMigration} in {@code spec/classic/ParallelMigration.tla}: {@code LEADS}, {@code COPYING},
 * and those of {@code DecisionHandler}.
 */
@SpecAction("classic/ParallelMigration!TimeoutMigration")
public class TimeoutMigration extends DecisionHandler<Integer> {
    /** The action under these guards. */
    public TimeoutMigration(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Integer partition) {
        if (!state.leads()) {
            return Step.refuse(state, ClassicGuard.LEADS);
        }
        Flight flight = state.inflight().get(partition);
        if (flight == null || flight.stage() != Flight.Stage.COPY) {
            return Step.refuse(state, ClassicGuard.COPYING);
        }
        return decideFailure(state, partition);
    }
}
