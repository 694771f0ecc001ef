package io.godwit.simulation.quorum;

import io.godwit.protocol.quorum.QuorumMessage.StateProgress;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.quorum.QuorumInvariants.PropertyCheck;

/**
 * Once {@code PASSIVE} or {@code STOPPING} is acknowledged, no write takes effect until another state is asked for: {@code PassiveIsQuiet} in
 * {@code spec/quorum/ClusterStates.tla}. What the primaries hold at that moment has taken effect, and is all that an answer may depend on.
 */
final class PassiveCheck<S> implements PropertyCheck<S> {
    private final ProposalHistory decisions;
    private final AnsweredWrites effects;
    /** The version that was acknowledged, or none. */
    private Version acknowledged = Version.NONE;
    /** By partition, how many writes may have taken effect. */
    private int[] most = new int[0];

    PassiveCheck(ProposalHistory decisions, AnsweredWrites effects) {
        this.decisions = decisions;
        this.effects = effects;
    }

    @Override
    public Violation stepped(ClusterPlanes<S> members, StateChange change) {
        Voting voting = change.control().voting();
        if (voting.state().allowsWrites()) {
            if (voting.version().newerThan(acknowledged)) {
                acknowledged = Version.NONE;
            }
            return null;
        }
        StateProgress progress = members.progress(change.member());
        boolean news =
                change.control().isMaster() && progress.version().equals(voting.version()) && progress.waiting() == 0;
        if (news && acknowledged.isNone()) {
            acknowledged = voting.version();
            most = new int[decisions.partitions()];
            for (int p = 0; p < most.length; p++) {
                most[p] = held(members, p);
            }
        }
        return null;
    }

    /** The entries of the primary, or what has taken effect if it has just died. */
    private int held(ClusterPlanes<S> members, int partition) {
        int primary = decisions.latest(partition).configuration().primary();
        Replica replica = members.known(primary) ? members.replica(primary, partition) : Replica.NONE;
        return Math.max(effects.size(partition), replica.log().length());
    }

    /** A partition that was declared lost begins again with so many writes: what its new primary has takes effect, {@code PASSIVE} or not. */
    void begin(int partition, int writes) {
        if (!acknowledged.isNone()) {
            most[partition] = Math.max(most[partition], writes);
        }
    }

    /** An answer has left a member. */
    Violation answered(int member) {
        for (int p = 0; !acknowledged.isNone() && p < most.length; p++) {
            if (effects.size(p) > most[p]) {
                return new Violation(
                        "PassiveIsQuiet",
                        "partition " + p + ": " + effects.size(p)
                                + " writes have taken effect with an answer of member "
                                + member + ", and there were " + most[p] + " when PASSIVE " + acknowledged
                                + " was acknowledged");
            }
        }
        return null;
    }
}
