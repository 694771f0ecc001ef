package io.godwit.protocol.quorum.engine;

import static io.godwit.protocol.quorum.engine.EngineFixture.decided;
import static io.godwit.protocol.quorum.engine.EngineFixture.proposal;
import static io.godwit.protocol.quorum.engine.EngineFixture.to;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.quorum.QuorumMessage.ForwardedCommit;
import io.godwit.protocol.quorum.QuorumMessage.Heartbeat;
import io.godwit.protocol.quorum.QuorumMessage.HeartbeatReply;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.TestCluster;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A primary starts again, and asks the master for a new version. */
class RestartedPrimaryTest {
    private static final Version VERSION = new Version(1, 2);
    private static final Configuration BAC = Configuration.settled(2, 1, 3);

    /** Member 1, started again as the primary of one partition. */
    private static EngineFixture started(Configuration configuration) {
        EngineFixture master = EngineFixture.master(configuration);
        Image image = new Image(master.state.control().withRole(Role.FOLLOWER), master.state.data(), MemberSet.of());
        return new EngineFixture(new QuorumProtocol().restart(1, master.state.setup(), image)).tick(0);
    }

    @Test
    void primaryAsksWheneverItHearsTheMaster() {
        EngineFixture fixture = started(Configuration.settled(1, 2));
        Heartbeat heartbeat = new Heartbeat(
                1,
                fixture.state.control().stamp(),
                fixture.state.local().tableStamps().decidedStamp(),
                MemberSet.of());
        for (int i = 0; i < 2; i++) {
            fixture.receive(2, heartbeat)
                    .assertSent(to(2, new HeartbeatReply(1, MemberSet.of())), to(2, new Resumed(0, VERSION)));
        }
        started(Configuration.settled(1))
                .receive(2, heartbeat)
                .assertSent(to(2, new HeartbeatReply(1, MemberSet.of())));
    }

    @Test
    void primarySendsNothingAndTurnsCallsAway() {
        EngineFixture fixture = started(Configuration.settled(1, 2));
        for (int i = 1; i <= 3; i++) {
            fixture.tick(i * Timing.RETRANSMIT_INTERVAL).assertSent();
        }
        fixture.receive(2, new Ack(0, VERSION, 0)).assertSent();
        fixture.take(new Event.Call(7, 1, 0, new Operation.Put(1, 2)));
        assertEquals(List.of(new Command.Answer(7, 1, new NotHere(0))), fixture.commands);
    }

    @Test
    void masterDecidesTheSameAgain() {
        EngineFixture.master(BAC).receive(2, new Resumed(0, VERSION)).assertSent(proposal(0, BAC));
        Configuration moving = BAC.withMigration(2, 4);
        EngineFixture.master(moving).receive(2, new Resumed(0, VERSION)).assertSent(proposal(0, moving));
        Configuration lagging = BAC.withoutInSync(1).withoutInSync(3);
        EngineFixture.master(lagging).receive(2, new Resumed(0, VERSION)).assertSent(proposal(0, lagging));
    }

    @Test
    void masterTellsWhatIsNewerAlready() {
        EngineFixture.master(BAC)
                .receive(2, new Resumed(0, new Version(1, 1)))
                .assertSent(to(2, new ForwardedCommit(new Commit(0, decided(BAC)))));
    }

    @Test
    void masterDecidesNothingForOthers() {
        EngineFixture.master(BAC).receive(3, new Resumed(0, VERSION)).assertSent();
        EngineFixture follower = EngineFixture.master(BAC);
        follower.with(follower.state.control().withRole(Role.FOLLOWER))
                .receive(2, new Resumed(0, VERSION))
                .assertSent();
        EngineFixture busy = EngineFixture.master(BAC).receive(2, new Resumed(0, VERSION));
        busy.receive(2, new Resumed(0, VERSION)).assertSent();
    }

    @Test
    void restartedPrimaryServesAgainSoon() {
        TestCluster cluster = new TestCluster(3, 3, 2);
        cluster.run(2_000);
        int master = cluster.master();
        int p = 0;
        while (cluster.configuration(master, p).primary() == master) {
            p++;
        }
        int primary = cluster.configuration(master, p).primary();
        cluster.call(primary, p, new Operation.Put(1, 2));
        cluster.reboot(primary);
        assertTrue(cluster.state(primary).data().replica(p).resumed());
        assertEquals(List.of(new NotHere(0)), cluster.call(primary, p, new Operation.Get(1)));
        cluster.run(300);
        assertEquals(master, cluster.master());
        assertEquals(primary, cluster.configuration(master, p).primary());
        assertEquals(1, cluster.call(primary, p, new Operation.Get(1)).size());
        assertTrue(cluster.settled(2));
    }
}
