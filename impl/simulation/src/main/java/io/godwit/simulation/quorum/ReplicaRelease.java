package io.godwit.simulation.quorum;

import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.simulation.Violation;
import java.util.function.IntPredicate;

/**
 * A member that held all that took effect in a partition gives it up: {@code GivesUp} in {@code spec/quorum/DataPlane.tla}.
 *
 * @param partition of what
 * @param member who
 * @param version what it has activated by then
 */
record ReplicaRelease(int partition, int member, Version version) {
    /**
     * May it?
     *
     * @param up who runs
     * @param holders how many hold it afterwards
     * @param copies how many there should be
     * @return null if it may
     */
    Violation check(ProposalHistory decisions, IntPredicate up, int holders, int copies) {
        Entry decided = decisions.at(partition, version);
        boolean takenOut = decided != null && takenOutLater(decisions, member);
        if (decided == null || (decided.configuration().isParticipant(member) && !takenOut)) {
            return violation("SourceDropsOnlyAfterDecision", "decided is " + decided);
        }
        if (holders < copies && !takenOut && !overtaken(decisions, decided.configuration(), up)) {
            return violation("CopiesNonDecreasing", holders + " copies are left");
        }
        return null;
    }

    /** {@code TakenOutLater}: a later decision does without what a member has. */
    private boolean takenOutLater(ProposalHistory decisions, int who) {
        for (Entry later : decisions.after(partition, version)) {
            if (!later.configuration().isInSync(who)) {
                return true;
            }
        }
        return false;
    }

    /** {@code Overtaken}: an in-sync member of that decision is dead, or was taken out later. */
    private boolean overtaken(ProposalHistory decisions, Configuration decided, IntPredicate up) {
        for (int i = 0; i < decided.size(); i++) {
            int replica = decided.replica(i);
            if (decided.isInSync(replica) && (!up.test(replica) || takenOutLater(decisions, replica))) {
                return true;
            }
        }
        return false;
    }

    private Violation violation(String property, String why) {
        return new Violation(
                property,
                "partition " + partition + ": member " + member + " gives up its data under version " + version
                        + ", and " + why);
    }
}
