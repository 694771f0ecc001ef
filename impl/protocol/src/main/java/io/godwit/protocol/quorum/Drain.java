package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.QuorumRule.IS_LEAVING;
import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UP;
import static io.godwit.protocol.quorum.QuorumRule.NOT_LEAVING;
import static io.godwit.protocol.quorum.QuorumRule.RELEASES_AFTER_VOTERS;
import static io.godwit.protocol.quorum.QuorumRule.RELEASES_WHEN_EMPTY;

import io.godwit.protocol.Command.Stop;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;

/** A member leaves on its own wish, and loses nothing. {@code spec/quorum/Drain.tla}. */
public class Drain extends DataModule {
    /** The module under these rules. */
    public Drain(Rules rules) {
        super(rules);
    }

    /**
     * A member asks to leave. That is for good: from now on it gets nothing new, its replicas move away, and it is released when
     * nothing depends on it.
     */
    @SpecAction("quorum/Drain!RequestLeave")
    public Step<ClusterView> requestLeave(ClusterView cluster, int member) {
        rules.require(MEMBER_UP, cluster.up().contains(member), "{} is not among {}", member, cluster.up());
        rules.require(NOT_LEAVING, !cluster.leaving().contains(member), "{} is among {}", member, cluster.leaving());
        return Step.to(
                new ClusterView(cluster.up(), cluster.leaving().with(member), cluster.voters(), cluster.copies()));
    }

    /** Is it a voter that is leaving? */
    public final boolean isLeavingVoter(ClusterView cluster, int member) {
        return cluster.leaving().contains(member) && cluster.voters().contains(member);
    }

    /**
     * A member that is leaving is taken out of the voters. The control plane decides that ({@link Voters#removeVoter}); this is
     * what the drain sees of it.
     */
    @SpecAction("quorum/Drain!LeaveVoters")
    public Step<ClusterView> leaveVoters(ClusterView cluster, int member) {
        rules.require(IS_LEAVING, isLeavingVoter(cluster, member), "{} is not among {}", member, cluster);
        return Step.to(new ClusterView(
                cluster.up(), cluster.leaving(), cluster.voters().without(member), cluster.copies()));
    }

    /**
     * The master lets a leaver go: no decided configuration names it, and it is no voter. The message may come late, which is
     * safe because leaving is for good: no later decision names the leaver. It may be sent again.
     *
     * @param named all members that have a part in some partition's decided configuration
     */
    @SpecAction("quorum/Drain!Release")
    public Step<ClusterView> release(ClusterView cluster, int member, MemberSet named) {
        rules.require(IS_LEAVING, cluster.leaving().contains(member), "{} is not among {}", member, cluster.leaving());
        rules.require(RELEASES_WHEN_EMPTY, !named.contains(member), "{} is among {}", member, named);
        rules.require(
                RELEASES_AFTER_VOTERS, !cluster.voters().contains(member), "{} is among {}", member, cluster.voters());
        return sending(cluster, member, new Released());
    }

    /**
     * A leaver stops: nothing depends on it any more. The transport ensures that the message is for this very incarnation: it
     * knows members, not addresses.
     */
    @SpecAction("quorum/Drain!HandleReleased")
    public Step<DataState> handleReleased(DataState state, int from, Released m) {
        requireUp(state);
        return Step.to(state.with(Status.LEFT), new Stop());
    }
}
