package io.godwit.protocol.quorum.data.replication;

import static io.godwit.protocol.quorum.QuorumRule.WAITS_FOR_IN_SYNC;
import static io.godwit.protocol.quorum.QuorumRule.WAITS_FOR_PENDING;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.function.IntPredicate;

/**
 * Those whose agreement an answer needs: the in-sync set, and the members that the primary proposed to add, because it does
 * not know whether they have been added. {@code WaitSet} in {@code spec/quorum/FencedReplication.tla}.
 */
public class WaitSet {
    private final Guards guards;

    /** A wait set with these guards. */
    public WaitSet(Guards guards) {
        this.guards = guards;
    }

    /**
     * Do all members of the set agree? The primary itself is not asked.
     *
     * @param self the primary
     * @param replica what it has of the partition
     * @param agrees the question
     */
    public boolean all(int self, Replica replica, IntPredicate agrees) {
        Configuration c = replica.configuration();
        for (int i = 0; i < c.size(); i++) {
            int member = c.replica(i);
            if (member != self && c.isInSync(member) && !guards.pass(WAITS_FOR_IN_SYNC, agrees.test(member))) {
                return false;
            }
        }
        return guards.pass(WAITS_FOR_PENDING, replica.waits().without(self).allMatch(agrees));
    }

    /**
     * Do all members of the set hold the first entries of the primary's log? {@code Held}
     *
     * @param self the primary
     * @param replica what it has of the partition
     * @param number how many entries, 0 or more
     */
    public boolean hold(int self, Replica replica, int number) {
        return all(self, replica, member -> replica.lead().acks().of(member) >= number);
    }
}
