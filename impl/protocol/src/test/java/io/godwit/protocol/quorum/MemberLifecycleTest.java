package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.ControlFixture.without;
import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.ABC;
import static io.godwit.protocol.quorum.data.DataFixture.B;
import static io.godwit.protocol.quorum.data.DataFixture.C;
import static io.godwit.protocol.quorum.data.DataFixture.D;
import static io.godwit.protocol.quorum.data.DataFixture.P;
import static io.godwit.protocol.quorum.data.DataFixture.V1;
import static io.godwit.protocol.quorum.data.DataFixture.assertAccepts;
import static io.godwit.protocol.quorum.data.DataFixture.assertRefuses;
import static io.godwit.protocol.quorum.data.DataFixture.leading;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static io.godwit.protocol.quorum.data.DataFixture.member;
import static io.godwit.protocol.quorum.data.DataFixture.receive;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Command.Stop;
import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Received;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemberLifecycleTest {
    private static ClusterView cluster(int... leaving) {
        return new ClusterView(MemberSet.of(A, B, C), MemberSet.of(leaving), MemberSet.of(A, B), 2);
    }

    @Test
    void memberAsksToLeaveOnce() {
        ClusterView before = cluster(B);
        assertAccepts(cluster(A, B), List.of(), take(before, s -> ALL.drain().requestLeave(s, A)));
        assertRefuses(
                QuorumRule.NOT_LEAVING, before, take(before, s -> ALL.drain().requestLeave(s, B)));
        assertRefuses(
                QuorumRule.MEMBER_UP, before, take(before, s -> ALL.drain().requestLeave(s, D)));
    }

    @Test
    void leaverLeavesTheVoters() {
        ClusterView before = cluster(B, C);
        assertAccepts(
                new ClusterView(before.up(), before.leaving(), MemberSet.of(A), 2),
                List.of(),
                take(before, s -> ALL.drain().leaveVoters(s, B)));
        assertRefuses(
                QuorumRule.IS_LEAVING, before, take(before, s -> ALL.drain().leaveVoters(s, A)));
        assertRefuses(
                QuorumRule.IS_LEAVING, before, take(before, s -> ALL.drain().leaveVoters(s, C)));
    }

    @Test
    void leaverOnWhomNothingDependsIsReleased() {
        ClusterView cluster = cluster(B, C);
        MemberSet named = MemberSet.of(A, B);
        assertAccepts(cluster, List.of(new Send(C, new Released())), take(cluster, s -> ALL.drain()
                .release(s, C, named)));
        assertRefuses(
                QuorumRule.IS_LEAVING, cluster, take(cluster, s -> ALL.drain().release(s, A, named)));
    }

    @Test
    void namedMemberIsNotReleased() {
        ClusterView cluster = cluster(B, C);
        MemberSet named = MemberSet.of(A, C);
        assertRefuses(QuorumRule.RELEASES_WHEN_EMPTY, cluster, take(cluster, s -> ALL.drain()
                .release(s, C, named)));
        assertTrue(take(
                        cluster,
                        s -> without(QuorumRule.RELEASES_WHEN_EMPTY).drain().release(s, C, named))
                .accepted());
    }

    @Test
    void noVoterIsReleased() {
        ClusterView cluster = cluster(B, C);
        MemberSet named = MemberSet.of(A);
        assertRefuses(QuorumRule.RELEASES_AFTER_VOTERS, cluster, take(cluster, s -> ALL.drain()
                .release(s, B, named)));
        assertTrue(take(
                        cluster,
                        s -> without(QuorumRule.RELEASES_AFTER_VOTERS).drain().release(s, B, named))
                .accepted());
    }

    @Test
    void releasedMemberStops() {
        DataState leaver = member(C, Replica.NONE);
        Received<Released> released = new Received<>(A, new Released());
        DataState left = new DataState(C, Status.LEFT, 2, leaver.replicas());
        assertAccepts(left, List.of(new Stop()), receive(leaver, released, ALL.drain()::handleReleased));
        assertRefuses(QuorumRule.MEMBER_UP, left, receive(left, released, ALL.drain()::handleReleased));
    }

    @Test
    void crashTakesEverything() {
        DataState dead = DataState.unborn(A, 3, Copies.all(2)).with(Status.DOWN);
        assertAccepts(dead, List.of(), take(member(A, leading(ABC, log(V1, 2), D)), s -> ALL.dataPlane()
                .crash(s)));
        assertRefuses(
                QuorumRule.MEMBER_UP, dead, take(dead, s -> ALL.dataPlane().crash(s)));
    }

    @Test
    void processStartsOnceKnowingNothing() {
        DataState up = member(A, Replica.NONE);
        assertAccepts(up, List.of(), take(DataState.unborn(A, 3, Copies.all(2)), s -> ALL.dataPlane()
                .restart(s)));
        assertRefuses(
                QuorumRule.MEMBER_UNBORN, up, take(up, s -> ALL.dataPlane().restart(s)));
        DataState dead = up.with(Status.DOWN);
        assertRefuses(
                QuorumRule.MEMBER_UNBORN, dead, take(dead, s -> ALL.dataPlane().restart(s)));
        assertTrue(up.replica(P).log().isEmpty());
    }
}
