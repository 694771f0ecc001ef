package io.godwit.mutants.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.HandleAccept;

/** Without {@code ActOnCommit}: what a member has accepted it takes to be decided. */
public final class ActOnAccept extends HandleAccept {
    /** The mutant. */
    public ActOnAccept(Guards guards) {
        super(guards);
    }

    @Override
    protected ControlState afterwards(ControlState accepted, Accept message) {
        return accepted.withCommitted(accepted.committed().with(message.partition(), message.entry()));
    }
}
