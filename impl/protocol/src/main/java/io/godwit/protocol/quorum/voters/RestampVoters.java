package io.godwit.protocol.quorum.voters;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlState;

/**
 * The new master gives the voter set that it was elected by a version of its own term. The event is the term.
 *
 * <p>Guards, from {@code RestampVoters} in {@code spec/quorum/Voters.tla}: {@code IS_MASTER},
 * {@code VOTERS_FROM_EARLIER_TERM}, and those of {@code Installing}.
 */
@SpecAction({"quorum/Voters!RestampVoters", "quorum/DurableControlPlane!RestampVotersAndStore"})
public class RestampVoters extends Installing<Integer> {
    /** The action with these guards. */
    public RestampVoters(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Integer term) {
        if (!state.isMaster() || term != state.term()) {
            return Step.refuse(state, QuorumGuard.IS_MASTER);
        }
        if (state.voting().term() == state.term()) {
            return Step.refuse(state, QuorumGuard.VOTERS_FROM_EARLIER_TERM);
        }
        return install(state, state.voting().voters());
    }
}
