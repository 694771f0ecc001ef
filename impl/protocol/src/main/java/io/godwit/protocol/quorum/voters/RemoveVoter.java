package io.godwit.protocol.quorum.voters;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlState;

/**
 * A voter goes: it is dead, or it wants to leave. A master does not vote itself out, it lets itself be replaced first. The
 * event is the voter.
 *
 * <p>Guards, from {@code RemoveVoter} in {@code spec/quorum/Voters.tla}: {@code VOTER_KNOWN}, and those of
 * {@code Installing}.
 */
@SpecAction({"quorum/Voters!RemoveVoter", "quorum/DurableControlPlane!RemoveVoterAndStore"})
public class RemoveVoter extends Installing<Integer> {
    /** The action with these guards. */
    public RemoveVoter(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Integer member) {
        if (!state.voting().voters().contains(member)) {
            return Step.refuse(state, QuorumGuard.VOTER_KNOWN);
        }
        return change(state, state.voting().voters().without(member));
    }
}
