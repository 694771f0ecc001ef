package io.godwit.protocol.classic.migration;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.CommitReply;
import io.godwit.protocol.classic.table.Flight;

/**
 * The destination has applied the migration, or refused: the master decides.
 *
 * <p>Guards, from {@code HandleCommitReply} in {@code spec/classic/ParallelMigration.tla}: {@code ANSWER_EXPECTED}, and
 * those of {@code DecisionHandler}.
 */
@SpecAction("classic/ParallelMigration!HandleCommitReply")
public class HandleCommitReply extends DecisionHandler<Received<CommitReply>> {
    /** The action under these guards. */
    public HandleCommitReply(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<CommitReply> event) {
        CommitReply m = event.message();
        if (!awaits(state, m.migration(), Flight.Stage.COMMIT)) {
            return Step.refuse(state, ClassicGuard.ANSWER_EXPECTED);
        }
        int p = m.migration().partition();
        return m.ok() ? decideSuccess(state, p) : decideFailure(state, p);
    }
}
