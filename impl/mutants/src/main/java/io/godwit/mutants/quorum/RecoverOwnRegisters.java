package io.godwit.mutants.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.master.BecomeMaster;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Entry;
import java.util.List;

/** Without {@code RecoverFromMajority}: a new master goes on from what it has accepted itself. */
public final class RecoverOwnRegisters extends BecomeMaster {
    /** The mutant. */
    public RecoverOwnRegisters(Guards guards) {
        super(guards);
    }

    @Override
    protected Entry recovered(ControlState state, List<Vote> votes, int partition) {
        return state.accepted().get(partition);
    }
}
