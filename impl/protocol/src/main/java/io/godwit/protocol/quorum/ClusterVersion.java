package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.QuorumRule.RAISE_NEEDS_ALL;
import static io.godwit.protocol.quorum.QuorumRule.VERSION_IS_HIGHER;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumMessage.VersionRequest;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Voting;
import java.util.Map;

/** The version by which the members of a cluster go, and how it rises. {@code spec/quorum/ClusterVersion.tla}. */
public class ClusterVersion extends QuorumModule {
    /** The version that a cluster begins with. */
    public static final int FIRST = 6;

    /** With this one, messages and stores have the cluster version. */
    public static final int RAISED = 7;

    /** The newest version that this program knows. */
    public static final int NEWEST = RAISED;

    private final Registers registers;
    private final Voters voters;

    /** The module under these rules. */
    public ClusterVersion(Rules rules, Registers registers, Voters voters) {
        super(rules);
        this.registers = registers;
        this.voters = voters;
    }

    /**
     * The master raises the version. The version of the register before is of its own term, and a majority goes by it.
     *
     * @param m the cluster version, and the version of the register that it is asked for as a change of
     * @param members all who have a part in the cluster
     * @param greatest the greatest version that a member can go by, as it has told the master; absent if it has not
     */
    @SpecAction("quorum/ClusterVersion!RaiseVersion")
    public Step<ControlState> raiseVersion(
            ControlState state, VersionRequest m, MemberSet members, Map<Integer, Integer> greatest) {
        Voting voting = state.voting();
        registers.requireMaster(state);
        rules.require(
                VERSION_IS_HIGHER,
                m.clusterVersion() > voting.clusterVersion(),
                "asked for {}, there is {}",
                m.clusterVersion(),
                voting.clusterVersion());
        voters.requireBase(state, m.base());
        voters.requireInstalled(state);
        MemberSet unable = members.filter(member -> greatest.getOrDefault(member, 0) < m.clusterVersion());
        rules.require(RAISE_NEEDS_ALL, unable.isEmpty(), "{} cannot go by {}", unable, m.clusterVersion());
        return Voters.install(state, voting.raised(state.term(), m.clusterVersion()));
    }
}
