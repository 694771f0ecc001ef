package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.QuorumRule.WAITS_FOR_IN_SYNC;
import static io.godwit.protocol.quorum.QuorumRule.WAITS_FOR_PENDING;

import io.godwit.protocol.Rules;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.function.IntPredicate;

/**
 * {@code WaitSet}: whose agreement an answer of a primary needs. These are the in-sync set, and the members that the primary
 * proposed to add, because it does not know whether they have been added. The primary itself is not asked.
 */
record WaitSet(Rules rules) {
    /**
     * Do all of them agree?
     *
     * @param self the primary
     * @param agrees the question
     */
    boolean allAgree(int self, Replica replica, IntPredicate agrees) {
        Configuration c = replica.configuration();
        for (int i = 0; i < c.size(); i++) {
            int member = c.replica(i);
            if (member != self && c.isInSync(member) && !rules.holds(WAITS_FOR_IN_SYNC, agrees.test(member))) {
                return false;
            }
        }
        return rules.holds(WAITS_FOR_PENDING, replica.waits().without(self).allMatch(agrees));
    }

    /** The number of entries at the beginning of the primary's log that all of them hold; -1 if one has told nothing yet. */
    int held(int self, Replica replica) {
        int[] least = {replica.log().length()};
        allAgree(self, replica, member -> {
            least[0] = Math.min(least[0], replica.primaryState().acks().of(member));
            return true;
        });
        return least[0];
    }

    /**
     * {@code Held}: do all of them hold the first entries of the primary's log?
     *
     * @param self the primary
     * @param number how many entries, 0 or more
     */
    boolean isHeld(int self, Replica replica, int number) {
        return allAgree(self, replica, member -> replica.primaryState().acks().of(member) >= number);
    }
}
