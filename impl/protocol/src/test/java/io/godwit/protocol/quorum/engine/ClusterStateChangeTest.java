package io.godwit.protocol.quorum.engine;

import static io.godwit.protocol.quorum.engine.EngineFixture.VOTERS;
import static io.godwit.protocol.quorum.engine.EngineFixture.proposal;
import static io.godwit.protocol.quorum.engine.EngineFixture.to;
import static io.godwit.protocol.quorum.engine.EngineFixture.toAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.quorum.QuorumMessage.Heartbeat;
import io.godwit.protocol.quorum.QuorumMessage.PassiveReport;
import io.godwit.protocol.quorum.QuorumMessage.PassiveRequest;
import io.godwit.protocol.quorum.QuorumMessage.StateProgress;
import io.godwit.protocol.quorum.QuorumMessage.StateRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClusterStateChangeTest {
    private static final Version BASE = new Version(1, 2);
    private static final Version NEXT = new Version(1, 3);
    private static final Configuration AB = Configuration.settled(1, 2);
    private static final Configuration BA = Configuration.settled(2, 1);

    /** A master of two partitions, one its own, whose cluster is to be in a state by which all members go. */
    private static EngineFixture master(ClusterState state) {
        EngineFixture fixture = EngineFixture.master(AB, BA);
        return fixture.with(fixture.state.control().withVoting(new Voting(NEXT, VOTERS, state)));
    }

    private static StateProgress progress(EngineFixture fixture) {
        return fixture.state.local().state();
    }

    private static PassiveReport report(int partition, Version version) {
        return new PassiveReport(NEXT, LongMap.<Version>empty().with(partition, version));
    }

    private static List<Message> sentOf(EngineFixture fixture, Class<? extends Message> type) {
        return fixture.sent().stream()
                .map(Command.Send::message)
                .filter(type::isInstance)
                .toList();
    }

    @Test
    void masterChangesTheState() {
        Voting passive = new Voting(NEXT, VOTERS, ClusterState.PASSIVE);
        EngineFixture fixture = EngineFixture.master(AB, BA);
        fixture.take(new Event.ChangeState(ClusterState.PASSIVE)).assertSent(toAll(new Voters(passive)));
        fixture.take(new Event.ChangeState(ClusterState.ACTIVE)).assertSent();
        fixture.receive(3, new VotersInstalled(passive));
        fixture.receive(5, new StateRequest(BASE, ClusterState.ACTIVE)).assertSent();
        fixture.receive(5, new StateRequest(NEXT, ClusterState.ACTIVE))
                .assertSent(toAll(new Voters(new Voting(new Version(1, 4), VOTERS))));
    }

    @Test
    void memberAsksItsMaster() {
        EngineFixture follower = EngineFixture.founder(2, 3, 1);
        follower.take(new Event.ChangeState(ClusterState.FROZEN)).assertSent();
        follower.receive(1, new Heartbeat(1, 0, 0, MemberSet.of()));
        follower.take(new Event.ChangeState(ClusterState.FROZEN))
                .assertSent(to(1, new StateRequest(Version.FIRST, ClusterState.FROZEN)));
        follower.receive(3, new StateRequest(Version.FIRST, ClusterState.FROZEN))
                .assertSent();
    }

    @ParameterizedTest
    @EnumSource(names = {"PASSIVE", "STOPPING"})
    void passiveIsAcknowledgedWhenAllPrimariesHaveReported(ClusterState state) {
        EngineFixture fixture = master(state);
        fixture.receive(2, new io.godwit.protocol.quorum.data.message.DataMessage.Ack(0, BASE, 0));
        fixture.tick(150_000);
        assertEquals(List.of(new PassiveRequest(NEXT)), sentOf(fixture, PassiveRequest.class));
        fixture.tick(250_000);
        assertEquals(new StateProgress(NEXT, 1), progress(fixture));
        fixture.receive(2, report(1, new Version(1, 1)));
        fixture.tick(400_000);
        assertEquals(new StateProgress(NEXT, 1), progress(fixture));
        fixture.receive(2, report(1, BASE)).tick(600_000);
        fixture.tick(700_000);
        assertTrue(fixture.state.master().passive().acknowledged());
        assertEquals(new StateProgress(NEXT, 0), progress(fixture));
        fixture.tick(750_000);
        assertEquals(List.of(), sentOf(fixture, PassiveRequest.class));
    }

    @Test
    void stateIsNotAcknowledgedBeforeAMajorityGoesByIt() {
        EngineFixture fixture = master(ClusterState.FROZEN);
        fixture.with(fixture.state.control().withInstalled(MemberSet.of(1))).tick(100_000);
        assertEquals(new StateProgress(NEXT, 2), progress(fixture));
        fixture.receive(3, new VotersInstalled(fixture.state.control().voting()))
                .tick(200_000);
        assertEquals(new StateProgress(NEXT, 0), progress(fixture));
    }

    @Test
    void memberReportsWhatItLeads() {
        EngineFixture member = EngineFixture.founder(1, 1, 2);
        Voting passive = new Voting(new Version(0, 2), MemberSet.of(1), ClusterState.PASSIVE);
        member.with(member.state.control().withVoting(passive));
        LongMap<Version> both = LongMap.<Version>empty().with(0, Version.FIRST).with(1, Version.FIRST);
        member.receive(9, new PassiveRequest(passive.version()))
                .assertSent(to(9, new PassiveReport(passive.version(), both)));
        member.receive(9, new PassiveRequest(NEXT)).assertSent();
    }

    @Test
    void followerKnowsWhatTheMasterSays() {
        EngineFixture follower = EngineFixture.founder(2, 3, 1);
        StateProgress said = new StateProgress(NEXT, 3);
        follower.receive(1, new Heartbeat(1, 0, 0, MemberSet.of(), said));
        assertEquals(said, progress(follower));
    }

    @Test
    void writeIsRefusedAndAReadIsNot() {
        EngineFixture fixture = master(ClusterState.PASSIVE);
        fixture.take(new Event.Call(7, 1, 0, new Operation.Put(1, 1)));
        assertEquals(List.of(new Command.Answer(7, 1, new Result.Refused("the cluster is PASSIVE"))), fixture.commands);
        fixture.take(new Event.Call(7, 2, 0, new Operation.Get(1)));
        assertEquals(1, fixture.sent().size());
    }

    @Test
    void memberIsPromotedWhenItGoesByTheState() {
        EngineFixture fixture = EngineFixture.master(BA).up(1, 3);
        fixture.with(fixture.state.control().withInstalled(MemberSet.of(2, 3)));
        fixture.work(context -> new Decisions().consider(context, 0)).assertSent();
        Voting voting = fixture.state.control().voting();
        fixture.receive(1, new VotersInstalled(voting)).assertSent(proposal(0, BA.promoted(1)));
    }

    /** Members 1 and 3 are up, and 2 is dead. */
    private static EngineFixture withDead(ClusterState state, Configuration configuration) {
        EngineFixture fixture = EngineFixture.master(configuration).up(1, 3);
        return fixture.with(fixture.state.control().withVoting(new Voting(BASE, VOTERS, state, 7)));
    }

    @Test
    void deadMembersAreNeitherReplacedNorEvictedWhileTheClusterStops() {
        for (Configuration configuration : List.of(AB, BA)) {
            Configuration repaired = configuration.equals(AB) ? AB.withoutInSync(2) : BA.promoted(1);
            withDead(ClusterState.PASSIVE, configuration)
                    .work(context -> new Decisions().consider(context, 0))
                    .assertSent(proposal(0, repaired));
            withDead(ClusterState.STOPPING, configuration)
                    .work(context -> new Decisions().consider(context, 0))
                    .assertSent();
        }
    }

    @Test
    void lostPartitionStaysWhileTheClusterStops() {
        withDead(ClusterState.STOPPING, Configuration.settled(2))
                .take(new Event.DeclareLost(0, 1))
                .assertSent();
    }

    @Test
    void memberGoesOnWithALostPartitionWhenItGoesByTheState() {
        Configuration lost = Configuration.settled(2);
        EngineFixture fixture = EngineFixture.master(lost).up(1, 3);
        fixture.with(fixture.state.control().withInstalled(MemberSet.of(1)));
        fixture.take(new Event.DeclareLost(0, 3)).assertSent();
        fixture.with(fixture.state.control().withInstalled(MemberSet.of(1, 3)));
        fixture.take(new Event.DeclareLost(0, 3)).assertSent(proposal(0, Configuration.settled(3)));
    }

    @Test
    void memberThatIsGoneKeepsItsPlaceInAFrozenCluster() {
        Configuration c = Configuration.settled(1, 2, 4).withoutInSync(4);
        EngineFixture fixture = EngineFixture.master(c).up(1, 2, 3);
        fixture.with(fixture.state.master().withCluster(fixture.state.master().cluster(), MemberSet.of(4)));
        EngineFixture frozen = new EngineFixture(fixture.state);
        frozen.with(frozen.state.control().withVoting(new Voting(BASE, VOTERS, ClusterState.FROZEN)));
        frozen.work(context -> new Decisions().consider(context, 0)).assertSent();
        fixture.work(context -> new Decisions().consider(context, 0)).assertSent(proposal(0, AB));
    }

    @Test
    void missingCopyIsMadeUnlessFrozen() {
        assertEquals(1, placed(ClusterState.ACTIVE, Configuration.settled(1)));
        assertEquals(1, placed(ClusterState.NO_MIGRATION, Configuration.settled(1)));
        assertEquals(0, placed(ClusterState.FROZEN, Configuration.settled(1)));
        assertEquals(1, placed(ClusterState.ACTIVE, Configuration.settled(4, 1)));
        assertEquals(0, placed(ClusterState.NO_MIGRATION, Configuration.settled(4, 1)));
    }

    /** The number of proposals of a master that places replicas of which one is at 1 and one at 3 afterwards. */
    private static int placed(ClusterState state, Configuration now) {
        EngineFixture fixture = EngineFixture.master(now).up(1, 3, 4);
        fixture.with(fixture.state.control().withVoting(new Voting(BASE, VOTERS, state)));
        fixture.with(fixture.state
                .master()
                .withTarget(new Target(
                        MemberSet.of(1, 3, 4),
                        io.godwit.protocol.Zones.NONE,
                        io.godwit.protocol.PartitionVector.of(
                                1, p -> io.godwit.protocol.planner.Arrangement.of(new int[] {1, 3})))));
        return fixture.work(context -> new Placement(new Decisions()).place(context))
                .sent()
                .size();
    }
}
