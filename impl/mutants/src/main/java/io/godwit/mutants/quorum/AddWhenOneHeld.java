package io.godwit.mutants.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.voters.AddVoter;

/** Without {@code AllRegistersHeld}: a newcomer that holds one register becomes a voter. */
public final class AddWhenOneHeld extends AddVoter {
    /** The mutant. */
    public AddWhenOneHeld(Guards guards) {
        super(guards);
    }

    @Override
    protected boolean holdsEnough(ControlState state, int held) {
        return held > 0 || state.partitions() == 0;
    }
}
