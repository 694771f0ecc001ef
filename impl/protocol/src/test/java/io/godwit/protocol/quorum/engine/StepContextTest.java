package io.godwit.protocol.quorum.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command;
import io.godwit.protocol.Copies;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.Heartbeat;
import io.godwit.protocol.quorum.QuorumMessage.HeartbeatReply;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepContextTest {
    private static final MemberSet NOBODY = MemberSet.of();
    private static final Configuration AB = Configuration.settled(1, 2);
    private static final Entry NEXT = new Entry(new Version(1, 2), new Version(0, 1), AB.switched(2));

    private static Image image(EngineFixture fixture) {
        return new Image(
                fixture.state.control(),
                fixture.state.data(),
                fixture.state.local().peers().leaving());
    }

    private static void assertKept(EngineFixture fixture) {
        assertEquals(new Command.Persist(image(fixture)), fixture.commands.get(0));
    }

    private static void assertNotKept(EngineFixture fixture) {
        assertTrue(fixture.commands.stream().noneMatch(c -> c instanceof Command.Persist));
    }

    @Test
    void firstStateIsKept() {
        EngineFixture fixture = EngineFixture.founder(2, 3, 1);
        assertKept(fixture);
        assertNotKept(fixture.tick(1));
    }

    @Test
    void promiseIsDurableBeforeItIsSent() {
        assertKept(EngineFixture.founder(2, 3, 1).receive(1, new Accept(0, NEXT)));
        assertKept(EngineFixture.founder(2, 3, 1).receive(1, new Commit(0, NEXT)));
        assertKept(EngineFixture.founder(2, 3, 1)
                .receive(1, new Voters(new Voting(new Version(0, 2), MemberSet.of(1, 2)))));
        EngineFixture leaver = EngineFixture.founder(2, 3, 1);
        assertKept(leaver.take(new Event.Leave()));
        assertNotKept(leaver.take(new Event.Leave()));
        assertNotKept(EngineFixture.founder(2, 3, 1).receive(1, new HeartbeatReply(0, NOBODY)));
        assertNotKept(EngineFixture.master(AB).receive(2, new Accepted(0, EngineFixture.decided(AB))));
    }

    @Test
    void acceptanceIsDurableBeforeItIsSent() {
        EngineFixture fixture = EngineFixture.founder(2, 3, 1);
        fixture.with(fixture.state.control().inTerm(1, Role.FOLLOWER)).receive(1, new Accept(0, NEXT));
        assertEquals(
                List.of(new Command.Persist(image(fixture)), EngineFixture.to(1, new Accepted(0, NEXT))),
                fixture.commands);
    }

    @Test
    void dataIsKeptButNotWhatOthersHaveSaidOfIt() {
        EngineFixture primary = EngineFixture.founder(1, 2, 1).take(new Event.Call(7, 1, 0, new Operation.Put(5, 77)));
        assertKept(primary);
        assertNotKept(primary.receive(2, new Ack(0, new Version(0, 1), 1)));
        assertEquals(List.of(new Command.Answer(7, 1, new Done(List.of()), new Command.Basis(0, 1))), primary.commands);
        assertNotKept(primary.take(new Event.Call(7, 2, 0, new Operation.Get(5))));
    }

    @Test
    void messagesThatGoTheSameWayGoTogether() {
        EngineFixture fixture = EngineFixture.founder(2, 3, 2);
        List<Message> accepts = List.of(new Accept(0, NEXT), new Accept(1, NEXT));
        fixture.receive(1, new Batch(accepts));
        assertEquals(
                List.of(
                        new Command.Persist(image(fixture)),
                        EngineFixture.to(1, new Batch(List.of(new Accepted(0, NEXT), new Accepted(1, NEXT))))),
                fixture.commands);
    }

    @Test
    void decidedVersionIsActivatedAndStamped() {
        EngineFixture fixture = EngineFixture.founder(2, 2, 1).receive(1, new Commit(0, NEXT));
        assertEquals(NEXT.version(), fixture.state.data().replica(0).epoch());
        assertEquals(
                new Stamps().of(PartitionVector.filled(1, NEXT)),
                fixture.state.local().tableStamps().decidedStamp());
        EngineFixture backup = EngineFixture.founder(1, 2, 1).receive(2, new Commit(0, NEXT));
        assertEquals(new Version(0, 1), backup.state.data().replica(0).epoch());
        QuorumState before = fixture.state;
        fixture.receive(1, new Commit(0, NEXT)).assertSent();
        assertEquals(before, fixture.state);
    }

    @Test
    void answerIsRepeated() {
        EngineFixture fixture = EngineFixture.founder(2, 3, 1).receive(1, new Accept(0, NEXT));
        fixture.receive(1, new Accept(0, NEXT)).assertSent(EngineFixture.to(1, new Accepted(0, NEXT)));
        Voting voting = new Voting(new Version(1, 2), MemberSet.of(1, 2));
        fixture.receive(1, new Voters(voting)).assertSent(EngineFixture.to(1, new VotersInstalled(voting)));
        fixture.receive(1, new Voters(voting)).assertSent(EngineFixture.to(1, new VotersInstalled(voting)));
        fixture.receive(1, new Voters(new Voting(new Version(0, 1), MemberSet.of(1))))
                .assertSent();
    }

    @Test
    void masterCountsItsVoters() {
        EngineFixture fixture = EngineFixture.master(AB);
        fixture.with(fixture.state.control().withInstalled(MemberSet.of(1)));
        fixture.receive(3, new VotersInstalled(fixture.state.control().voting()))
                .assertSent();
        assertEquals(MemberSet.of(1, 3), fixture.state.control().installed());
    }

    @Test
    void masterThatHearsALaterTermLeavesItsOffice() {
        EngineFixture fixture =
                EngineFixture.master(AB).receive(2, new Accept(0, new Entry(new Version(2, 3), new Version(0, 1), AB)));
        assertEquals(MasterState.NONE, fixture.state.master());
        assertFalse(fixture.state.control().isMaster());
    }

    @Test
    void newcomerKnowsNothing() {
        Setup setup = new Setup(MemberSet.of(1, 2), 2, 2, 1);
        QuorumState state = new QuorumProtocol().join(9, setup);
        assertEquals(9, state.self());
        assertEquals(ControlState.empty(9, 2), state.control());
        assertEquals(Status.UP, state.data().status());
        assertEquals(Copies.all(2), state.data().copies());
        assertEquals(LocalState.start(NOBODY, 0), state.local());
        EngineFixture fixture = new EngineFixture(state).tick(0);
        fixture.take(new Event.Call(7, 1, 0, new Operation.Get(5)));
        assertEquals(List.of(new Command.Answer(7, 1, new NotHere(0))), fixture.commands);
    }

    @Test
    void foundersShareThePartitions() {
        Setup setup = new Setup(MemberSet.of(1, 2, 3, 4, 5, 6, 7), 8, 3, 1);
        QuorumState state = new QuorumProtocol().found(6, setup);
        assertEquals(MemberSet.of(1, 2, 3, 4, 5), state.control().voting().voters());
        assertEquals(
                Entry.first(Configuration.settled(6, 7, 1)),
                state.control().committed().get(5));
        assertEquals(
                Entry.first(Configuration.settled(1, 2, 3)),
                state.control().committed().get(7));
        assertEquals(new Version(0, 1), state.data().replica(5).epoch());
        assertEquals(Version.NONE, state.data().replica(7).epoch());
        assertEquals(state.control().stamp(), state.local().tableStamps().decidedStamp());
        QuorumState alone = new QuorumProtocol().found(1, new Setup(MemberSet.of(1), 1, 3, 1));
        assertEquals(
                Configuration.settled(1), alone.control().committed().get(0).configuration());
    }

    @Test
    void restartGoesOnWithWhatWasKept() {
        EngineFixture fixture = EngineFixture.master(AB).leaving(7);
        Setup setup = fixture.state.setup();
        QuorumState again = new QuorumProtocol().restart(1, setup, image(fixture));
        assertEquals(fixture.state.control().inTerm(1, Role.FOLLOWER), again.control());
        assertEquals(
                fixture.state.data().with(0, fixture.state.data().replica(0).startedAgain(1)), again.data());
        assertEquals(
                LocalState.start(
                        MemberSet.of(7), fixture.state.local().tableStamps().decidedStamp()),
                again.local());
        assertEquals(MasterState.NONE, again.master());
    }

    @Test
    void memberIsReleasedWhenItHasNoPartAndNoVote() {
        EngineFixture voter = EngineFixture.founder(3, 3, 1).receive(1, new Released());
        assertEquals(Status.UP, voter.state.data().status());
        EngineFixture holder = EngineFixture.founder(2, 3, 1);
        Voting others = new Voting(new Version(0, 2), MemberSet.of(1));
        holder.receive(1, new Voters(others)).receive(1, new Released());
        assertEquals(Status.UP, holder.state.data().status());
        EngineFixture free =
                EngineFixture.founder(3, 3, 1).receive(1, new Voters(others)).receive(1, new Released());
        assertEquals(Status.LEFT, free.state.data().status());
        assertEquals(List.of(new Command.Persist(image(free)), new Command.Stop()), free.commands);
        QuorumState left = free.state;
        free.receive(1, new Heartbeat(9, 0, 0, NOBODY));
        assertSame(left, free.state);
        assertEquals(List.of(new Command.Stop()), free.commands, "it may have died before it stopped");
    }

    @Test
    void newcomerIsNoNewsByItself() {
        assertEquals(List.of(), EngineFixture.founder(3, 3, 1).take(new Event.Join(4)).commands);
    }
}
