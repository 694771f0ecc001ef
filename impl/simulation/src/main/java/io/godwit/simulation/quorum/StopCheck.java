package io.godwit.simulation.quorum;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.quorum.QuorumMessage.StateProgress;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.quorum.QuorumInvariants.PropertyCheck;

/**
 * Once {@code STOPPING} is acknowledged, no configuration changes until another state is asked for: {@code StoppedKeepsReplicas} in
 * {@code spec/quorum/ClusterStates.tla}.
 */
final class StopCheck<S> implements PropertyCheck<S> {
    private final ProposalHistory decisions;
    /** The version that was acknowledged, or none. */
    private Version acknowledged = Version.NONE;
    /** By partition, the configuration at that moment. */
    private final Configuration[] kept;

    StopCheck(ProposalHistory decisions) {
        this.decisions = decisions;
        kept = new Configuration[decisions.partitions()];
    }

    @Override
    public Violation stepped(ClusterPlanes<S> members, StateChange change) {
        Voting voting = change.control().voting();
        if (voting.state() != ClusterState.STOPPING && voting.version().newerThan(acknowledged)) {
            acknowledged = Version.NONE;
        }
        for (int p = 0; !acknowledged.isNone() && p < kept.length; p++) {
            Configuration now = decisions.latest(p).configuration();
            if (!now.equals(kept[p])) {
                return new Violation(
                        "StoppedKeepsReplicas",
                        "partition " + p + ": " + now + " was decided, and it was " + kept[p] + " when STOPPING "
                                + acknowledged + " was acknowledged");
            }
        }
        StateProgress progress = members.progress(change.member());
        if (acknowledged.isNone()
                && voting.state() == ClusterState.STOPPING
                && change.control().isMaster()
                && progress.version().equals(voting.version())
                && progress.waiting() == 0) {
            acknowledged = voting.version();
            for (int p = 0; p < kept.length; p++) {
                kept[p] = decisions.latest(p).configuration();
            }
        }
        return null;
    }
}
