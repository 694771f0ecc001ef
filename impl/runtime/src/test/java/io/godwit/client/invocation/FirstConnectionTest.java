package io.godwit.client.invocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException.Outcome;
import io.godwit.client.invocation.FakeCluster.FakeMember;
import io.godwit.client.invocation.FakeCluster.Recorded;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.connection.RefusedException;
import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Refusal;
import io.godwit.transport.frame.Frame.Welcome;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstConnectionTest {
    private final FakeCluster cluster = new FakeCluster(2);
    private final InvocationService service =
            new InvocationService(cluster.config(1, 2), cluster.environment, cluster.environment, cluster);
    private final Recorded<Routes> started = new Recorded<>();

    private void start() {
        service.start(started);
        cluster.environment.run();
    }

    private static RefusedException refusal(Reason reason) {
        return new RefusedException(new Refusal(reason, "go away"));
    }

    @Test
    void firstMemberThatAnswersIsEnough() {
        start();
        assertEquals(1, started.result.partitionsPerRange());
        assertEquals(List.of(cluster.member(1).address), started.result.addresses());
        assertEquals(1, cluster.member(1).tableRequests);
        assertNull(cluster.member(2).channel);
    }

    @Test
    void nextMemberIsAskedAfterAFailure() {
        cluster.member(1).refusal = new IOException("no route");
        start();
        assertNotNull(started.result);
        assertEquals(1, cluster.member(2).tableRequests);
    }

    @Test
    void nextMemberIsAskedAfterTwoSecondsOfSilence() {
        cluster.member(1).silent = true;
        start();
        cluster.environment.pass(1_999);
        assertFalse(started.isOver());
        cluster.environment.pass(1);
        assertNotNull(started.result);
        // Its answer comes too late, and nobody needs it.
        FakeMember late = cluster.member(1);
        FakeCluster.FakeChannel channel = cluster.new FakeChannel(late, late.unanswered.get(0));
        late.unanswered.get(0).welcomed(channel, late.welcome);
        cluster.environment.run();
        assertTrue(channel.closed);
    }

    @Test
    void memberWithoutAClusterIsPassedOver() {
        FakeMember lonely = cluster.member(1);
        lonely.welcome = new Welcome(
                lonely.peer,
                Bytes.EMPTY,
                1,
                lonely.welcome.maps(),
                1,
                lonely.welcome.founders(),
                lonely.welcome.peers());
        start();
        assertTrue(lonely.channel.closed);
        assertNotNull(started.result);
        assertEquals(1, cluster.member(2).tableRequests);
    }

    @Test
    void refusalIsFinal() {
        cluster.member(1).refusal = refusal(Reason.CLUSTER_NAME);
        start();
        assertEquals("h:1 refuses: go away", started.failure.getMessage());
        assertEquals(Outcome.NOT_DONE, started.failure.outcome());
        cluster.environment.pass(FakeCluster.TIMEOUT_MILLIS);
        assertEquals(List.of("connect h:1"), cluster.journal);
    }

    @Test
    void memberThatIsNotReadyIsAskedAgainUntilTimeIsOver() {
        cluster.member(1).refusal = refusal(Reason.NOT_READY);
        cluster.member(2).refusal = refusal(Reason.NOT_READY);
        start();
        assertEquals(List.of("connect h:1", "connect h:2"), cluster.journal);
        cluster.environment.pass(50);
        assertEquals(4, cluster.journal.size());
        cluster.environment.pass(FakeCluster.TIMEOUT_MILLIS - 51);
        assertFalse(started.isOver());
        cluster.environment.pass(1);
        assertEquals("no member was reached; h:2: go away", started.failure.getMessage());
    }

    @Test
    void silentMembersAreNotWaitedForForever() {
        cluster.member(1).silent = true;
        cluster.member(2).silent = true;
        start();
        cluster.environment.pass(2 * FakeCluster.TIMEOUT_MILLIS);
        assertEquals("no member was reached; h:2: no answer", started.failure.getMessage());
    }

    @Test
    void closeEndsTheAttempt() {
        cluster.member(1).silent = true;
        start();
        service.close();
        cluster.environment.run();
        assertEquals("the client is closed", started.failure.getMessage());
        assertEquals(0, cluster.environment.timers());
        Recorded<Routes> late = new Recorded<>();
        service.start(late);
        cluster.environment.run();
        assertEquals("the client is closed", late.failure.getMessage());
    }
}
