package io.godwit.mutants.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.replication.Activate;
import io.godwit.protocol.quorum.table.Configuration;

/** Without {@code TellsRetired}: who has no part in a configuration never hears of it. */
public final class KeepRetiredUntold extends Activate {
    /** The mutant. */
    public KeepRetiredUntold(Guards guards) {
        super(guards);
    }

    @Override
    protected boolean retires(int self, Replica replica, Configuration newer) {
        return false;
    }
}
