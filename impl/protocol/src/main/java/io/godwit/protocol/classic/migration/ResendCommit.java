package io.godwit.protocol.classic.migration;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.MigrationCommit;
import io.godwit.protocol.classic.table.Flight;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.Migration.Status;

/**
 * A commit call that times out is sent again, for ever: the destination may get it twice. The event is the partition.
 *
 * <p>Guards, from {@code ResendCommit} in {@code spec/classic/ParallelMigration.tla}: {@code LEADS}, {@code COMMITTING}.
 */
@SpecAction("classic/ParallelMigration!ResendCommit")
public class ResendCommit extends ClassicHandler<Integer> {
    /** The action under these guards. */
    public ResendCommit(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Integer partition) {
        if (!state.leads()) {
            return Step.refuse(state, ClassicGuard.LEADS);
        }
        Flight flight = state.inflight().get(partition);
        if (flight == null || flight.stage() != Flight.Stage.COMMIT) {
            return Step.refuse(state, ClassicGuard.COMMITTING);
        }
        Migration m = flight.migration();
        return sending(state, m.destination(), new MigrationCommit(m.with(Status.SUCCESS)));
    }
}
