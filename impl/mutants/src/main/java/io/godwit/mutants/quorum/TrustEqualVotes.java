package io.godwit.mutants.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.master.BecomeMaster;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.table.Entry;
import java.util.List;

/** Without {@code RestampAlways}: what all votes agree on counts as decided. */
public final class TrustEqualVotes extends BecomeMaster {
    /** The mutant. */
    public TrustEqualVotes(Guards guards) {
        super(guards);
    }

    @Override
    protected boolean isDecided(List<Vote> votes, int partition, Entry found) {
        return votes.stream().allMatch(vote -> vote.registers().get(partition).equals(found));
    }
}
