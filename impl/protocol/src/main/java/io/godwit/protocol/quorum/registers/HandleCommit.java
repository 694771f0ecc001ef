package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.table.Entry;

/**
 * A member learns of a decision. The whole value comes with the message: there is no gap that could be jumped over, and
 * nothing to prune.
 *
 * <p>Guards, from {@code HandleCommit} in {@code spec/quorum/Registers.tla}: {@code COMMIT_CHECKS_VERSION}.
 */
@SpecAction({"quorum/Registers!HandleCommit", "quorum/DurableControlPlane!HandleCommitAndStore"})
public class HandleCommit extends ControlHandler<Received<Commit>> {
    /** The action with these guards. */
    public HandleCommit(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Received<Commit> event) {
        int partition = event.message().partition();
        Entry entry = event.message().entry();
        if (!guards.pass(
                QuorumGuard.COMMIT_CHECKS_VERSION,
                entry.newerThan(state.committed().get(partition)))) {
            return Step.refuse(state, QuorumGuard.COMMIT_CHECKS_VERSION);
        }
        Entry shared = entry.sharedWith(state.accepted().get(partition));
        return Step.to(hear(state.withCommitted(state.committed().with(partition, shared)), entry.term()));
    }
}
