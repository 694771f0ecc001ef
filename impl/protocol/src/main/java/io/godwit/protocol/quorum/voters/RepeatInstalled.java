package io.godwit.protocol.quorum.voters;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlHandler;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.ControlState;

/** The master announces again the voter set that the member goes by already: the answer may have got lost. */
@SpecStutter("a message that was sent once can be received for ever in the specification")
public class RepeatInstalled extends ControlHandler<Received<Voters>> {
    /** The action with these guards. */
    public RepeatInstalled(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Received<Voters> event) {
        if (!state.voting().equals(event.message().voting())) {
            return Step.refuse(state, QuorumGuard.ANSWERS_PROPOSAL);
        }
        return Step.to(state, new Command.Send(event.from(), new VotersInstalled(state.voting())));
    }
}
