package io.godwit.member;

import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * What a member that leaves still waits for, as far as it knows. When nothing is left of it, the master lets the member go.
 *
 * @param copies of how many partitions others still count on its copy, the primaries included
 * @param primaries of how many of these it is the primary
 * @param votes is it still one of the voters?
 */
public record Departure(int copies, int primaries, boolean votes) {
    /** Of a member that leaves; null of any other. */
    public static Departure of(QuorumState state) {
        int self = state.self();
        if (!state.local().peers().leaving().contains(self)) {
            return null;
        }
        int copies = 0;
        int primaries = 0;
        PartitionVector<Entry> committed = state.control().committed();
        for (int p = 0; p < committed.size(); p++) {
            Configuration c = committed.get(p).configuration();
            copies += c.isParticipant(self) ? 1 : 0;
            primaries += c.primary() == self ? 1 : 0;
        }
        return new Departure(
                copies, primaries, state.control().voting().voters().contains(self));
    }

    /** What it waits for, for people. */
    String words() {
        if (copies == 0) {
            return votes ? "it is still a voter" : "the master has not released it";
        }
        return "others rely on its copies of " + copies + " partitions, and it is the primary of " + primaries
                + " of them" + (votes ? "; it is still a voter" : "");
    }
}
