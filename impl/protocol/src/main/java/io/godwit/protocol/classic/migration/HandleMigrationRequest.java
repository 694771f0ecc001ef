package io.godwit.protocol.classic.migration;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.MigrationReply;
import io.godwit.protocol.classic.ControlMessage.MigrationRequest;
import io.godwit.protocol.classic.DataMessage.MigrationData;
import io.godwit.protocol.classic.replication.Replica;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.PartitionTable;

/**
 * The owner freezes the partition and sends its copy, or answers no (seed 001 section 2.2). While it serves a sync of the
 * partition, the request waits ({@code FLAG_IS_EXCLUSIVE}).
 *
 * <p>Guards, from {@code HandleMigrationRequest} in {@code spec/classic/ParallelMigration.tla}: {@code FLAG_IS_EXCLUSIVE},
 * {@code RETAIN_CHECKS_SCOPE}, and those of {@code ParticipantHandler}.
 */
@SpecAction("classic/ParallelMigration!HandleMigrationRequest")
public class HandleMigrationRequest extends ParticipantHandler<Received<MigrationRequest>> {
    /** The action under these guards. */
    public HandleMigrationRequest(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<MigrationRequest> event) {
        MigrationRequest m = event.message();
        Migration migration = m.migration();
        int p = migration.partition();
        if (!guards.pass(ClassicGuard.FLAG_IS_EXCLUSIVE, !state.serving().has(p))) {
            return Step.refuse(state, ClassicGuard.FLAG_IS_EXCLUSIVE);
        }
        boolean scoped = guards.has(ClassicGuard.RETAIN_CHECKS_SCOPE);
        PartitionTable table = tableFor(state, migration, m.done());
        MigrationSet fresh = finalisedFor(state, table, m.done());
        MigrationSet keep = keptFor(
                state,
                migration,
                m.done(),
                fresh,
                q -> q == p || !scoped ? m.table().version(q) : 0);
        if (!mayJoin(state, table, migration, m.done()) || table.owner(p) != state.self()) {
            return sending(
                    adoption.adopt(state, table, fresh, keep, migration.master()),
                    migration.master(),
                    new MigrationReply(migration, false));
        }
        Replica replica = state.replicas().get(p);
        return sending(
                adoption.adoptAndJoin(
                        state, table, fresh, keep, migration.master(), migration, r -> sent(migration, r)),
                migration.destination(),
                new MigrationData(migration, m.done(), replica.version(), replica.content()));
    }

    /** What the owner has after it has sent its copy: the same, until the outcome is known. */
    protected Replica sent(Migration migration, Replica replica) {
        return replica;
    }
}
