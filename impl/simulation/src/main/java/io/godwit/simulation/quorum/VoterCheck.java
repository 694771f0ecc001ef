package io.godwit.simulation.quorum;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.Same;
import io.godwit.simulation.quorum.QuorumInvariants.PropertyCheck;

/** The voter sets: two majorities that can still decide something share a member. */
final class VoterCheck<S> implements PropertyCheck<S> {
    @Override
    public Violation stepped(ClusterPlanes<S> members, StateChange change) {
        if (Same.object(change.control().voting(), change.controlBefore().voting())) {
            return null;
        }
        Violation found = registers(members, change);
        return found == null ? majorities(members) : found;
    }

    private Violation majorities(ClusterPlanes<S> members) {
        for (int n = 1; n <= members.count(); n++) {
            if (members.alive(n) && canElect(members, members.control(n).voting())) {
                for (int m = 1; m < n; m++) {
                    if (members.alive(m)
                            && apart(
                                    members.control(n).voting(),
                                    members.control(m).voting())
                            && canElect(members, members.control(m).voting())) {
                        return new Violation(
                                "QuorumsIntersect",
                                "member " + n + " goes by " + members.control(n).voting() + ", member " + m + " by "
                                        + members.control(m).voting());
                    }
                }
            }
        }
        return null;
    }

    /** Would a majority vote for a candidate that goes by it? */
    private boolean canElect(ClusterPlanes<S> members, Voting voting) {
        MemberSet willing = voting.voters()
                .filter(voter ->
                        members.alive(voter) && !members.control(voter).voting().newerThan(voting));
        return voting.version().number() > 0 && voting.isMajority(willing);
    }

    /** Has each a majority of its own? */
    static boolean apart(Voting v, Voting w) {
        int common = v.voters().intersect(w.voters()).size();
        int fromCommon = needed(v, common) + needed(w, common);
        return v.version().number() > 0 && w.version().number() > 0 && fromCommon <= common;
    }

    /** How many of the common voters a majority needs that takes all others first. */
    private static int needed(Voting voting, int common) {
        int size = voting.voters().size();
        return Math.max(0, size / 2 + 1 - (size - common));
    }

    /** Whoever is a voter has something to say about every register. */
    private Violation registers(ClusterPlanes<S> members, StateChange change) {
        for (int voter : change.control().voting().voters().toArray()) {
            if (members.alive(voter)) {
                for (int p = 0; p < change.control().partitions(); p++) {
                    if (members.control(voter).accepted().get(p).number() == 0) {
                        return new Violation(
                                "VotersHoldRegisters",
                                "member " + change.member() + " goes by voter " + voter
                                        + ", which has nothing for partition " + p);
                    }
                }
            }
        }
        return null;
    }
}
