package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Members;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.table.Entry;

/**
 * The master learns that its proposal is decided: a majority of the voters that it goes by has accepted it under this very
 * version. The event is the partition.
 *
 * <p>Guards, from {@code CommitProposal} in {@code spec/quorum/Registers.tla}: {@code IS_MASTER}, {@code HAS_OUTSTANDING},
 * {@code OWN_ACCEPT_IS_ONE_VOTE}.
 */
@SpecAction({"quorum/Registers!CommitProposal", "quorum/DurableControlPlane!CommitProposalAndStore"})
public class CommitProposal extends ControlHandler<Integer> {
    /** The action with these guards. */
    public CommitProposal(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Integer partition) {
        if (!state.isMaster()) {
            return Step.refuse(state, QuorumGuard.IS_MASTER);
        }
        Entry entry = state.outstanding().get(partition);
        if (entry.equals(Entry.NONE)) {
            return Step.refuse(state, QuorumGuard.HAS_OUTSTANDING);
        }
        Answers answers = state.answers().get(partition);
        if (!guards.pass(QuorumGuard.OWN_ACCEPT_IS_ONE_VOTE, isMajority(answers.outstanding(), state))) {
            return Step.refuse(state, QuorumGuard.OWN_ACCEPT_IS_ONE_VOTE);
        }
        ControlState next = state.withCommitted(state.committed().with(partition, entry))
                .withOutstanding(
                        state.outstanding().with(partition, Entry.NONE),
                        state.answers().with(partition, answers.decided()));
        return Step.to(next, new Command.Send(Members.EVERYBODY, new Commit(partition, entry)));
    }
}
