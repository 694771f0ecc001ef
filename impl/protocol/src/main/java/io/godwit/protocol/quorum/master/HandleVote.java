package io.godwit.protocol.quorum.master;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlHandler;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;

/** A candidate counts a vote. */
@SpecStutter("the specification finds the votes in the set of all messages: BecomeMaster")
public class HandleVote extends ControlHandler<Received<Vote>> {
    /** The action with these guards. */
    public HandleVote(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Received<Vote> event) {
        if (state.role() != Role.CANDIDATE) {
            return Step.refuse(state, QuorumGuard.IS_CANDIDATE);
        }
        if (event.message().term() != state.term()) {
            return Step.refuse(state, QuorumGuard.ANSWERS_PROPOSAL);
        }
        return Step.to(state.withBallot(state.ballot().with(event.from(), event.message())));
    }
}
