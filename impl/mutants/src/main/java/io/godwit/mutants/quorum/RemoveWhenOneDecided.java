package io.godwit.mutants.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.voters.RemoveVoter;

/** Without {@code AllRegistersDecided}: one register that is decided in the own term is enough. */
public final class RemoveWhenOneDecided extends RemoveVoter {
    /** The mutant. */
    public RemoveWhenOneDecided(Guards guards) {
        super(guards);
    }

    @Override
    protected boolean enoughDecided(ControlState state, int decided) {
        return decided > 0 || state.partitions() == 0;
    }
}
