package io.godwit.protocol.classic.migration;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.table.Flight;
import io.godwit.protocol.classic.table.Migration;

/**
 * A participant left: presumed abort, also when the destination was told to commit and may have applied it (findings N6a,
 * N6b). The event is the partition.
 *
 * <p>Guards, from {@code AbortMigration} in {@code spec/classic/ParallelMigration.tla}: {@code LEADS},
 * {@code PARTICIPANT_LEFT}, and those of {@code DecisionHandler}.
 */
@SpecAction("classic/ParallelMigration!AbortMigration")
public class AbortMigration extends DecisionHandler<Integer> {
    /** The action under these guards. */
    public AbortMigration(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Integer partition) {
        if (!state.leads()) {
            return Step.refuse(state, ClassicGuard.LEADS);
        }
        Flight flight = state.inflight().get(partition);
        if (flight == null || !participantLeft(state, flight)) {
            return Step.refuse(state, ClassicGuard.PARTICIPANT_LEFT);
        }
        return decideFailure(state, partition);
    }

    private static boolean participantLeft(ClassicState state, Flight flight) {
        Migration m = flight.migration();
        return !state.view().contains(m.destination())
                || (flight.stage() == Flight.Stage.COPY && !state.view().contains(m.feeder()));
    }
}
