package io.godwit.protocol.quorum.master;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Members;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlHandler;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;

/**
 * A voter asks for votes under a term of its own, and votes for itself. The event is the term.
 *
 * <p>Guards, from {@code StartElection} in {@code spec/quorum/MasterFailover.tla}: {@code IS_VOTER}, {@code NOT_MASTER},
 * {@code TERM_IS_NEW}.
 */
@SpecAction({"quorum/MasterFailover!StartElection", "quorum/DurableControlPlane!StartElectionAndStore"})
public class StartElection extends ControlHandler<Integer> {
    /** The action with these guards. */
    public StartElection(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Integer term) {
        if (!state.voting().voters().contains(state.self())) {
            return Step.refuse(state, QuorumGuard.IS_VOTER);
        }
        if (state.isMaster()) {
            return Step.refuse(state, QuorumGuard.NOT_MASTER);
        }
        if (term <= state.term()) {
            return Step.refuse(state, QuorumGuard.TERM_IS_NEW);
        }
        ControlState candidate = state.inTerm(term, Role.CANDIDATE);
        Vote own = new Vote(term, state.accepted(), state.voting());
        return Step.to(
                candidate.withBallot(candidate.ballot().with(state.self(), own)),
                new Command.Send(Members.EVERYBODY, new VoteRequest(term, state.voting())));
    }
}
