package io.godwit.mutants.classic;

import io.godwit.protocol.Guards;
import io.godwit.protocol.classic.replication.HandleSyncRequest;
import io.godwit.protocol.classic.replication.Replica;
import io.godwit.protocol.classic.replication.Serving;

/** Without {@code VersionsBeforeData}, first half: the owner of a sync reads the data. */
public final class ReadDataFirst extends HandleSyncRequest {
    /** The mutant. */
    public ReadDataFirst(Guards guards) {
        super(guards);
    }

    @Override
    protected Serving firstHalf(int backup, Replica replica) {
        return new Serving(backup, 0, replica.content());
    }
}
