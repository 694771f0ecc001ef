package io.godwit.protocol.quorum.data.life;

import static io.godwit.protocol.quorum.QuorumRule.IS_LEAVING;
import static io.godwit.protocol.quorum.QuorumRule.RELEASES_AFTER_VOTERS;
import static io.godwit.protocol.quorum.QuorumRule.RELEASES_WHEN_EMPTY;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.decision.Cluster;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;

/**
 * The master lets a leaver go: no decided configuration names it, and it is no voter. The message may come late, which is
 * safe because leaving is for good: no later decision names the leaver. It may be sent again.
 *
 * <p>Guards: {@code Release} in {@code spec/quorum/Drain.tla}.
 */
@SpecAction("quorum/Drain!Release")
public class Release implements Handler<Cluster, Release.Request> {
    /**
     * What is wanted.
     *
     * @param member who is leaving
     * @param named everybody who has a part in some partition's decided configuration
     */
    public record Request(int member, MemberSet named) {}

    private final Guards guards;

    /** The action with these guards. */
    public Release(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<Cluster> handle(Cluster state, Request request) {
        if (!guards.pass(IS_LEAVING, state.leaving().contains(request.member()))) {
            return Step.refuse(state, IS_LEAVING);
        }
        if (!guards.pass(RELEASES_WHEN_EMPTY, !request.named().contains(request.member()))) {
            return Step.refuse(state, RELEASES_WHEN_EMPTY);
        }
        if (!guards.pass(RELEASES_AFTER_VOTERS, !state.voters().contains(request.member()))) {
            return Step.refuse(state, RELEASES_AFTER_VOTERS);
        }
        return Step.to(state, new Send(request.member(), new Released()));
    }
}
