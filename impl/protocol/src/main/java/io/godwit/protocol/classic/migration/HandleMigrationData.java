package io.godwit.protocol.classic.migration;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.MigrationReply;
import io.godwit.protocol.classic.DataMessage.MigrationData;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.PartitionTable;

/**
 * The destination loads the copy and freezes the partition, or refuses; either way it answers the master.
 *
 * <p>Guards, from {@code HandleMigrationData} in {@code spec/classic/ParallelMigration.tla}: those of
 * {@code ParticipantHandler}.
 */
@SpecAction("classic/ParallelMigration!HandleMigrationData")
public class HandleMigrationData extends ParticipantHandler<Received<MigrationData>> {
    /** The action under these guards. */
    public HandleMigrationData(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<MigrationData> event) {
        MigrationData m = event.message();
        Migration migration = m.migration();
        PartitionTable table = tableFor(state, migration, m.done());
        MigrationSet fresh = finalisedFor(state, table, m.done());
        MigrationSet keep = keptFor(state, migration, m.done(), fresh, q -> 0);
        boolean ok = mayJoin(state, table, migration, m.done());
        ClassicState next = ok
                ? adoption.adoptAndJoin(
                        state,
                        table,
                        fresh,
                        keep,
                        migration.master(),
                        migration,
                        r -> r.loaded(m.content(), m.version()))
                : adoption.adopt(state, table, fresh, keep, migration.master());
        return sending(next, migration.master(), new MigrationReply(migration, ok));
    }
}
