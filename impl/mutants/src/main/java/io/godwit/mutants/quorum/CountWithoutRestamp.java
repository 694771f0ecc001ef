package io.godwit.mutants.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.master.BecomeMaster;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.table.Entry;
import java.util.List;

/** Without {@code RestampFirst}: what a new master finds counts as decided. */
public final class CountWithoutRestamp extends BecomeMaster {
    /** The mutant. */
    public CountWithoutRestamp(Guards guards) {
        super(guards);
    }

    @Override
    protected boolean isDecided(List<Vote> votes, int partition, Entry found) {
        return true;
    }
}
