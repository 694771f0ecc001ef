package io.godwit.protocol.quorum.voters;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlHandler;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.ControlState;

/** The master counts a member that goes by its voter set. */
@SpecStutter("the specification finds the answers in the set of all messages: GoingBy")
public class HandleInstalled extends ControlHandler<Received<VotersInstalled>> {
    /** The action with these guards. */
    public HandleInstalled(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Received<VotersInstalled> event) {
        if (!state.isMaster()) {
            return Step.refuse(state, QuorumGuard.IS_MASTER);
        }
        if (!event.message().voting().equals(state.voting())) {
            return Step.refuse(state, QuorumGuard.ANSWERS_PROPOSAL);
        }
        return Step.to(state.withInstalled(state.installed().with(event.from())));
    }
}
