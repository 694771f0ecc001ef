package io.godwit.mutants.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.replication.ProposeMember;

/** Without {@code DropsAfterDecision}: a source that is primary drops its copy when the destination has one. */
public final class DropWhenCopied extends ProposeMember {
    /** The mutant. */
    public DropWhenCopied(Guards guards) {
        super(guards);
    }

    @Override
    protected Replica afterwards(Replica proposed) {
        return proposed.configuration().source() == proposed.configuration().primary()
                ? proposed.withLog(Log.EMPTY)
                : proposed;
    }
}
