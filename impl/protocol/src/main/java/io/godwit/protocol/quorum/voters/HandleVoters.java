package io.godwit.protocol.quorum.voters;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlHandler;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.ControlState;

/**
 * A member goes by a newer voter set, and says so.
 *
 * <p>Guards, from {@code HandleVoters} in {@code spec/quorum/Voters.tla}: {@code TERM_NOT_OVER}, {@code VOTERS_NEWER}.
 */
@SpecAction({"quorum/Voters!HandleVoters", "quorum/DurableControlPlane!HandleVotersAndStore"})
public class HandleVoters extends ControlHandler<Received<Voters>> {
    /** The action with these guards. */
    public HandleVoters(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Received<Voters> event) {
        Voters message = event.message();
        if (message.term() < state.term()) {
            return Step.refuse(state, QuorumGuard.TERM_NOT_OVER);
        }
        if (!message.voting().newerThan(state.voting())) {
            return Step.refuse(state, QuorumGuard.VOTERS_NEWER);
        }
        return Step.to(
                hear(state, message.term()).withVoting(message.voting()),
                new Command.Send(event.from(), new VotersInstalled(message.voting())));
    }
}
