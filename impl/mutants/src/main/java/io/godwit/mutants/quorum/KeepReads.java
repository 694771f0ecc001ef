package io.godwit.mutants.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.data.Lead;
import io.godwit.protocol.quorum.data.Waiting.ForRead;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.replication.Activate;

/** Without {@code ReadKeepsEpoch}: a primary goes on with its reads under another version. */
public final class KeepReads extends Activate {
    /** The mutant. */
    public KeepReads(Guards guards) {
        super(guards);
    }

    @Override
    protected Lead renewed(Lead lead, Log log) {
        Lead kept = super.renewed(lead, log);
        for (long client : lead.calls().keys()) {
            if (lead.calls().get(client) instanceof ForRead read) {
                kept = kept.waiting(client, read);
            }
        }
        return kept;
    }
}
