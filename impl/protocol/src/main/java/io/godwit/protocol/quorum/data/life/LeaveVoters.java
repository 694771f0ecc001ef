package io.godwit.protocol.quorum.data.life;

import static io.godwit.protocol.quorum.QuorumRule.IS_LEAVING;
import static io.godwit.protocol.quorum.QuorumRule.VOTER_KNOWN;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.decision.Cluster;

/**
 * A member that is leaving is taken out of the voters. How that is decided is the control plane's business
 * ({@code RemoveVoter}); this is what the drain wants and sees of it.
 *
 * <p>Guards: {@code LeaveVoters} in {@code spec/quorum/Drain.tla}.
 */
@SpecAction("quorum/Drain!LeaveVoters")
public class LeaveVoters implements Handler<Cluster, LeaveVoters.Request> {
    /**
     * What is wanted.
     *
     * @param member who is leaving
     */
    public record Request(int member) {}

    private final Guards guards;

    /** The action with these guards. */
    public LeaveVoters(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<Cluster> handle(Cluster state, Request request) {
        if (!guards.pass(IS_LEAVING, state.leaving().contains(request.member()))) {
            return Step.refuse(state, IS_LEAVING);
        }
        if (!guards.pass(VOTER_KNOWN, state.voters().contains(request.member()))) {
            return Step.refuse(state, VOTER_KNOWN);
        }
        return Step.to(
                new Cluster(state.up(), state.leaving(), state.voters().without(request.member()), state.copies()));
    }
}
