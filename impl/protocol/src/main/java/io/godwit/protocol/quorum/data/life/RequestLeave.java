package io.godwit.protocol.quorum.data.life;

import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UP;
import static io.godwit.protocol.quorum.QuorumRule.NOT_LEAVING;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.decision.Cluster;

/**
 * A member asks to leave. That is for good: from now on it gets nothing new, its replicas move away, and it is released when
 * nothing depends on it.
 *
 * <p>Guards: {@code RequestLeave} in {@code spec/quorum/Drain.tla}.
 */
@SpecAction("quorum/Drain!RequestLeave")
public class RequestLeave implements Handler<Cluster, RequestLeave.Request> {
    /**
     * What is wanted.
     *
     * @param member who wants to leave
     */
    public record Request(int member) {}

    private final Guards guards;

    /** The action with these guards. */
    public RequestLeave(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<Cluster> handle(Cluster state, Request request) {
        if (!guards.pass(MEMBER_UP, state.up().contains(request.member()))) {
            return Step.refuse(state, MEMBER_UP);
        }
        if (!guards.pass(NOT_LEAVING, !state.leaving().contains(request.member()))) {
            return Step.refuse(state, NOT_LEAVING);
        }
        return Step.to(new Cluster(state.up(), state.leaving().with(request.member()), state.voters(), state.copies()));
    }
}
