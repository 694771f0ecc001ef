package io.godwit.protocol.classic.migration;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.MigrationCommit;
import io.godwit.protocol.classic.ControlMessage.MigrationReply;
import io.godwit.protocol.classic.table.Flight;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.Migration.Status;

/**
 * The copy is there: the master tells the destination to apply it. A master that is the destination itself makes no commit
 * call to itself and decides (finding N6b).
 *
 * <p>Guards, from {@code HandleMigrationReply} in {@code spec/classic/ParallelMigration.tla}: {@code ANSWER_EXPECTED}, and
 * those of {@code DecisionHandler}.
 */
@SpecAction("classic/ParallelMigration!HandleMigrationReply")
public class HandleMigrationReply extends DecisionHandler<Received<MigrationReply>> {
    /** The action under these guards. */
    public HandleMigrationReply(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<MigrationReply> event) {
        MigrationReply m = event.message();
        Migration migration = m.migration();
        int p = migration.partition();
        if (!awaits(state, migration, Flight.Stage.COPY)) {
            return Step.refuse(state, ClassicGuard.ANSWER_EXPECTED);
        }
        if (!m.ok() || !state.view().contains(migration.destination())) {
            return decideFailure(state, p);
        }
        if (migration.destination() == state.self()) {
            return decideSuccess(state, p);
        }
        Flight committing =
                new Flight(Flight.Stage.COMMIT, state.inflight().get(p).migration());
        return sending(
                state.but().inflight(state.inflight().with(p, committing)).done(),
                migration.destination(),
                new MigrationCommit(migration.with(Status.SUCCESS)));
    }
}
