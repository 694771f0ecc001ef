package io.godwit.protocol.classic.migration;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.CommitReply;
import io.godwit.protocol.classic.ControlMessage.MigrationCommit;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.MigrationSet;

/**
 * The destination applies the migration first; everybody else learns later (seed 001 section 2.2). As published it also
 * serves at once (finding N6a); with {@code SERVE_AFTER_DECISION} the partition stays frozen until the master's decision
 * arrives. A commit that was applied before is answered with yes.
 *
 * <p>Guards, from {@code HandleMigrationCommit} in {@code spec/classic/ParallelMigration.tla}:
 * {@code PARTICIPANT_CHECKS_MASTER}, {@code COMMIT_CHECKS_VERSION}, {@code SERVE_AFTER_DECISION}.
 */
@SpecAction("classic/ParallelMigration!HandleMigrationCommit")
public class HandleMigrationCommit extends ClassicHandler<Received<MigrationCommit>> {
    /** The action under these guards. */
    public HandleMigrationCommit(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<MigrationCommit> event) {
        Migration m = event.message().migration();
        int sender = event.from();
        int version = state.version(m.partition());
        int after = versioning.finalVersion(m);
        boolean heeds = guards.pass(ClassicGuard.PARTICIPANT_CHECKS_MASTER, sender == state.master());
        boolean fresh =
                heeds && guards.pass(ClassicGuard.COMMIT_CHECKS_VERSION, version == m.from()) && version != after;
        if (!fresh) {
            return sending(state, sender, new CommitReply(m, heeds && version == after));
        }
        ClassicState applied = adoption.adopt(
                state,
                versioning.replay(state.table(), m),
                guards.has(ClassicGuard.SERVE_AFTER_DECISION) ? MigrationSet.EMPTY : MigrationSet.of(m),
                state.completed().filter(x -> !x.is(m)).with(m),
                sender);
        return sending(applied, sender, new CommitReply(m, true));
    }
}
