package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;

/** The master asks again for what the member has accepted already: its answer may have got lost. */
@SpecStutter("a message that was sent once can be received for ever in the specification")
public class RepeatAccepted extends ControlHandler<Received<Accept>> {
    /** The action with these guards. */
    public RepeatAccepted(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Received<Accept> event) {
        Accept message = event.message();
        if (!state.accepted().get(message.partition()).equals(message.entry())) {
            return Step.refuse(state, QuorumGuard.ANSWERS_PROPOSAL);
        }
        return Step.to(state, new Command.Send(event.from(), new Accepted(message.partition(), message.entry())));
    }
}
