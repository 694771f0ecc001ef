package io.godwit.protocol.quorum.master;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlHandler;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlState;

/**
 * A member gives its vote for a term, and with it all its registers.
 *
 * <p>Guards, from {@code HandleVoteRequest} in {@code spec/quorum/MasterFailover.tla}: {@code OTHER_MEMBER},
 * {@code TERM_NOT_OVER}, {@code VOTE_ONCE_PER_TERM}, {@code VOTE_CHECKS_VOTERS}, {@code VOTE_RAISES_TERM}.
 */
@SpecAction({"quorum/MasterFailover!HandleVoteRequest", "quorum/DurableControlPlane!HandleVoteRequestAndStore"})
public class HandleVoteRequest extends ControlHandler<Received<VoteRequest>> {
    /** The action with these guards. */
    public HandleVoteRequest(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Received<VoteRequest> event) {
        VoteRequest message = event.message();
        if (event.from() == state.self()) {
            return Step.refuse(state, QuorumGuard.OTHER_MEMBER);
        }
        if (message.term() < state.term()) {
            return Step.refuse(state, QuorumGuard.TERM_NOT_OVER);
        }
        if (!guards.pass(QuorumGuard.VOTE_ONCE_PER_TERM, message.term() != state.term())) {
            return Step.refuse(state, QuorumGuard.VOTE_ONCE_PER_TERM);
        }
        if (!guards.pass(QuorumGuard.VOTE_CHECKS_VOTERS, !state.voting().newerThan(message.voting()))) {
            return Step.refuse(state, QuorumGuard.VOTE_CHECKS_VOTERS);
        }
        return Step.to(
                guards.has(QuorumGuard.VOTE_RAISES_TERM) ? hear(state, message.term()) : state,
                new Command.Send(event.from(), new Vote(message.term(), state.accepted(), state.voting())));
    }
}
