package io.godwit.protocol.quorum.engine;

import static io.godwit.protocol.quorum.engine.EngineFixture.VOTERS;
import static io.godwit.protocol.quorum.engine.EngineFixture.to;
import static io.godwit.protocol.quorum.engine.EngineFixture.toAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.QuorumMessage.Heartbeat;
import io.godwit.protocol.quorum.QuorumMessage.VersionRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VersionChangeTest {
    private static final Version BASE = new Version(1, 2);
    private static final Version NEXT = new Version(1, 3);
    private static final Configuration AB = Configuration.settled(1, 2);
    private static final Configuration BA = Configuration.settled(2, 1);
    private static final Voting RAISED = new Voting(NEXT, VOTERS, ClusterState.ACTIVE, 7);

    private static Event.VersionsKnown known(int except) {
        Map<Integer, Integer> greatest = new HashMap<>();
        for (int member = 1; member <= 9; member++) {
            greatest.put(member, member == except ? 6 : 7);
        }
        return new Event.VersionsKnown(greatest);
    }

    @Test
    void masterRaisesTheVersionWhenAllMembersCanGoByIt() {
        EngineFixture fixture = EngineFixture.master(AB, BA);
        fixture.take(new Event.RaiseVersion(7)).assertSent();
        fixture.take(known(2)).assertSent();
        fixture.take(new Event.RaiseVersion(7)).assertSent();
        fixture.take(known(0));
        fixture.take(new Event.RaiseVersion(7)).assertSent(toAll(new Voters(RAISED)));
        assertEquals(7, fixture.state.control().voting().clusterVersion());
        // It is raised once, and does not go down.
        fixture.receive(3, new VotersInstalled(RAISED));
        fixture.receive(5, new VersionRequest(NEXT, 7)).assertSent();
        fixture.receive(5, new VersionRequest(NEXT, 6)).assertSent();
    }

    @Test
    void requestForAnotherVersionOfTheRegisterChangesNothing() {
        EngineFixture fixture = EngineFixture.master(AB, BA);
        fixture.take(known(0));
        fixture.receive(5, new VersionRequest(Version.FIRST, 7)).assertSent();
        fixture.receive(5, new VersionRequest(BASE, 7)).assertSent(toAll(new Voters(RAISED)));
    }

    @Test
    void changeOfTheVotersOrTheStateKeepsTheVersion() {
        assertEquals(7, RAISED.next(2, MemberSet.of(1, 2)).clusterVersion());
        assertEquals(7, RAISED.next(2, ClusterState.FROZEN).clusterVersion());
        assertEquals(
                ClusterState.FROZEN,
                RAISED.next(2, ClusterState.FROZEN).raised(2, 8).state());
    }

    @Test
    void memberAsksItsMaster() {
        EngineFixture follower = EngineFixture.founder(2, 3, 1);
        follower.take(new Event.RaiseVersion(7)).assertSent();
        follower.receive(1, new Heartbeat(1, 0, 0, MemberSet.of()));
        follower.take(new Event.RaiseVersion(7)).assertSent(to(1, new VersionRequest(Version.FIRST, 7)));
        follower.receive(3, new VersionRequest(Version.FIRST, 7)).assertSent();
    }
}
