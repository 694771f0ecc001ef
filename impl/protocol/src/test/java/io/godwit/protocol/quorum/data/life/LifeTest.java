package io.godwit.protocol.quorum.data.life;

import static io.godwit.protocol.quorum.data.Fixture.A;
import static io.godwit.protocol.quorum.data.Fixture.ABC;
import static io.godwit.protocol.quorum.data.Fixture.B;
import static io.godwit.protocol.quorum.data.Fixture.C;
import static io.godwit.protocol.quorum.data.Fixture.D;
import static io.godwit.protocol.quorum.data.Fixture.P;
import static io.godwit.protocol.quorum.data.Fixture.V1;
import static io.godwit.protocol.quorum.data.Fixture.assertAccepts;
import static io.godwit.protocol.quorum.data.Fixture.assertRefuses;
import static io.godwit.protocol.quorum.data.Fixture.leading;
import static io.godwit.protocol.quorum.data.Fixture.log;
import static io.godwit.protocol.quorum.data.Fixture.member;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Command.Stop;
import io.godwit.protocol.Copies;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Received;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.decision.Cluster;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import java.util.List;
import org.junit.jupiter.api.Test;

class LifeTest {
    private static Cluster cluster(int... leaving) {
        return new Cluster(MemberSet.of(A, B, C), MemberSet.of(leaving), MemberSet.of(A, B), 2);
    }

    @Test
    void aMemberAsksToLeaveOnce() {
        RequestLeave request = new RequestLeave(Guards.ALL);
        Cluster before = cluster(B);
        assertAccepts(cluster(A, B), List.of(), request.handle(before, new RequestLeave.Request(A)));
        assertRefuses(QuorumRule.NOT_LEAVING, before, request.handle(before, new RequestLeave.Request(B)));
        assertRefuses(QuorumRule.MEMBER_UP, before, request.handle(before, new RequestLeave.Request(D)));
    }

    @Test
    void aLeaverLeavesTheVoters() {
        LeaveVoters leave = new LeaveVoters(Guards.ALL);
        Cluster before = cluster(B, C);
        assertAccepts(
                new Cluster(before.up(), before.leaving(), MemberSet.of(A), 2),
                List.of(),
                leave.handle(before, new LeaveVoters.Request(B)));
        assertRefuses(QuorumRule.IS_LEAVING, before, leave.handle(before, new LeaveVoters.Request(A)));
        assertRefuses(QuorumRule.VOTER_KNOWN, before, leave.handle(before, new LeaveVoters.Request(C)));
    }

    @Test
    void aLeaverOnWhomNothingDependsIsReleased() {
        Release release = new Release(Guards.ALL);
        Cluster cluster = cluster(B, C);
        MemberSet named = MemberSet.of(A, B);
        assertAccepts(
                cluster, List.of(new Send(C, new Released())), release.handle(cluster, new Release.Request(C, named)));
        assertRefuses(QuorumRule.IS_LEAVING, cluster, release.handle(cluster, new Release.Request(A, named)));
    }

    @Test
    void nobodyIsReleasedWhoIsNamed() {
        Cluster cluster = cluster(B, C);
        Release.Request request = new Release.Request(C, MemberSet.of(A, C));
        assertRefuses(QuorumRule.RELEASES_WHEN_EMPTY, cluster, new Release(Guards.ALL).handle(cluster, request));
        assertTrue(new Release(Guards.without(QuorumRule.RELEASES_WHEN_EMPTY))
                .handle(cluster, request)
                .accepted());
    }

    @Test
    void noVoterIsReleased() {
        Cluster cluster = cluster(B, C);
        Release.Request request = new Release.Request(B, MemberSet.of(A));
        assertRefuses(QuorumRule.RELEASES_AFTER_VOTERS, cluster, new Release(Guards.ALL).handle(cluster, request));
        assertTrue(new Release(Guards.without(QuorumRule.RELEASES_AFTER_VOTERS))
                .handle(cluster, request)
                .accepted());
    }

    @Test
    void aReleasedMemberStops() {
        HandleReleased handle = new HandleReleased(Guards.ALL);
        DataState leaver = member(C, Replica.NONE);
        Received<Released> released = new Received<>(A, new Released());
        DataState left = new DataState(C, Status.LEFT, 2, leaver.replicas());
        assertAccepts(left, List.of(new Stop()), handle.handle(leaver, released));
        assertRefuses(QuorumRule.MEMBER_UP, left, handle.handle(left, released));
    }

    @Test
    void aCrashTakesEverything() {
        Crash crash = new Crash(Guards.ALL);
        DataState dead = DataState.unborn(A, 3, Copies.all(2)).with(Status.DOWN);
        assertAccepts(dead, List.of(), crash.handle(member(A, leading(ABC, log(V1, 2), D)), new Crash.Fault()));
        assertRefuses(QuorumRule.MEMBER_UP, dead, crash.handle(dead, new Crash.Fault()));
    }

    @Test
    void aProcessStartsOnceKnowingNothing() {
        Restart restart = new Restart(Guards.ALL);
        DataState up = member(A, Replica.NONE);
        assertAccepts(up, List.of(), restart.handle(DataState.unborn(A, 3, Copies.all(2)), new Restart.Start()));
        assertRefuses(QuorumRule.MEMBER_UNBORN, up, restart.handle(up, new Restart.Start()));
        DataState dead = up.with(Status.DOWN);
        assertRefuses(QuorumRule.MEMBER_UNBORN, dead, restart.handle(dead, new Restart.Start()));
        assertTrue(up.replica(P).log().isEmpty());
    }
}
