package io.godwit.mutants.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.master.BecomeMaster;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Entry;

/** Without {@code MasterStoresRestamp}: a new master counts itself for a re-stamp that it has not accepted. */
public final class ForgetRestamp extends BecomeMaster {
    /** The mutant. */
    public ForgetRestamp(Guards guards) {
        super(guards);
    }

    @Override
    protected Entry stored(ControlState state, int partition, Entry restamped) {
        return state.accepted().get(partition);
    }
}
