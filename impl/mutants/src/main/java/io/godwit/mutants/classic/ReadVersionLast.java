package io.godwit.mutants.classic;

import io.godwit.protocol.Guards;
import io.godwit.protocol.classic.DataMessage.SyncResponse;
import io.godwit.protocol.classic.replication.FinishSync;
import io.godwit.protocol.classic.replication.Replica;
import io.godwit.protocol.classic.replication.Serving;

/** Without {@code VersionsBeforeData}, second half: the owner of a sync reads the counter when the data are read already. */
public final class ReadVersionLast extends FinishSync {
    /** The mutant. */
    public ReadVersionLast(Guards guards) {
        super(guards);
    }

    @Override
    protected SyncResponse secondHalf(int partition, int at, Serving serving, Replica replica) {
        return new SyncResponse(partition, at, replica.version(), serving.content());
    }
}
