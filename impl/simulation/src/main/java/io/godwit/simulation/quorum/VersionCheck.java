package io.godwit.simulation.quorum;

import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.quorum.QuorumInvariants.PropertyCheck;

/** A cluster version that was decided does not go down: {@code VersionStays} in {@code spec/quorum/ClusterVersion.tla}. */
final class VersionCheck<S> implements PropertyCheck<S> {
    /** The newest version of the register of which a master knew that a majority goes by it. */
    private Voting decided = Voting.NONE;

    @Override
    public Violation stepped(ClusterPlanes<S> members, StateChange change) {
        Voting voting = change.control().voting();
        if (voting.newerThan(decided) && voting.clusterVersion() < decided.clusterVersion()) {
            return new Violation(
                    "VersionStays",
                    "member " + change.member() + " goes by " + voting + " after " + decided + " was decided");
        }
        if (change.control().isMaster()
                && voting.newerThan(decided)
                && voting.isMajority(change.control().installed())) {
            decided = voting;
        }
        return null;
    }
}
