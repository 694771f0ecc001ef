package io.godwit.protocol.quorum.engine;

import static io.godwit.protocol.quorum.engine.EngineFixture.START;
import static io.godwit.protocol.quorum.engine.EngineFixture.VOTERS;
import static io.godwit.protocol.quorum.engine.EngineFixture.to;
import static io.godwit.protocol.quorum.engine.EngineFixture.toAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Copies;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Zones;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.registers.Acceptances;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MasterRoundTest {
    private static final Configuration AB = Configuration.settled(1, 2);
    private static final Entry ENTRY = EngineFixture.decided(AB);
    private static final Entry NEXT = new Entry(new Version(1, 3), new Version(1, 2), AB.withoutInSync(2));

    /** One round, with everybody heard right now but the silent ones, who were last heard that long ago. */
    private static EngineFixture round(EngineFixture fixture, long silence, int... silent) {
        long now = START + 20_000_000;
        MasterState master = fixture.state.master();
        for (int m = 1; m <= 5; m++) {
            master = master.heardFrom(m, MemberSet.of(silent).contains(m) ? now - silence : now);
        }
        return fixture.with(master.withNextRound(0).withNextHeartbeat(now * 2)).tick(20_000_000);
    }

    private static ControlState proposing(ControlState control, MemberSet answered) {
        return control.withOutstanding(
                control.outstanding().with(0, NEXT), control.answers().with(0, new Acceptances(answered, VOTERS)));
    }

    private static MemberSet voters(EngineFixture fixture) {
        return fixture.state.control().voting().voters();
    }

    @Test
    void seesWhoLives() {
        EngineFixture fixture = EngineFixture.master(AB).leaving(5, 9);
        fixture.take(new Event.Suspect(3));
        round(fixture, 800_001, 4);
        ClusterView cluster = fixture.state.master().cluster();
        assertEquals(new ClusterView(MemberSet.of(1, 2, 5), MemberSet.of(5), VOTERS, 2), cluster);
        assertEquals(MemberSet.of(), fixture.state.master().gone());
        round(fixture, 2_800_000, 4);
        assertEquals(MemberSet.of(), fixture.state.master().gone());
        round(fixture, 2_800_001, 4, 5);
        assertEquals(MemberSet.of(4, 5), fixture.state.master().gone());
        assertEquals(MemberSet.of(5), fixture.state.master().cluster().leaving());
    }

    @Test
    void wantsNoMoreCopiesThanThereAreMembers() {
        EngineFixture fixture = round(EngineFixture.master(AB).leaving(1, 3, 4, 5), 0);
        assertEquals(Copies.all(1), fixture.state.master().cluster().copies());
        EngineFixture all = round(EngineFixture.master(AB).leaving(1, 2, 3, 4, 5), 0);
        assertEquals(Copies.all(1), all.state.master().cluster().copies());
    }

    @Test
    void asksVotersAgainThatHaveNotAnswered() {
        EngineFixture fixture = EngineFixture.master(AB, AB);
        ControlState control = fixture.state.control();
        fixture.with(proposing(control, MemberSet.of(1))
                .withAnswers(PartitionVector.of(
                        2,
                        p -> p == 0
                                ? new Acceptances(MemberSet.of(1), VOTERS)
                                : new Acceptances(MemberSet.of(), MemberSet.of(1, 2, 4)))));
        round(fixture, 1_000_000, 4, 5).assertSent();
        round(fixture.waited(), 1_000_000, 4, 5)
                .assertSent(to(2, new Accept(0, NEXT)), to(3, new Accept(0, NEXT)), to(3, new Accept(1, ENTRY)));
    }

    @Test
    void doesNotAskAgainForWhatAnEarlierTermDecided() {
        EngineFixture fixture = EngineFixture.master(AB);
        Entry old = Entry.first(AB);
        fixture.with(fixture.state
                .control()
                .withCommitted(PartitionVector.filled(1, old))
                .withAnswers(PartitionVector.filled(1, Acceptances.NONE)));
        round(fixture.waited(), 1_000_000, 4, 5).assertSent();
    }

    @Test
    void announcesVotersAgain() {
        EngineFixture fixture = EngineFixture.master(AB);
        Voting voting = fixture.state.control().voting();
        fixture.with(fixture.state.control().withInstalled(MemberSet.of(1, 3)));
        round(fixture, 1_000_000, 4, 5).assertSent(to(2, new Voters(voting)));
    }

    @Test
    void teachesTheNextVoterAndThenTakesItIn() {
        round(EngineFixture.master(AB).waited(), 1_000_000, 4).assertSent(to(5, new Accept(0, ENTRY)));
        round(EngineFixture.master(AB).leaving(4).waited(), 0)
                .assertSent(
                        to(5, new Accept(0, ENTRY)),
                        to(4, new Voters(new Voting(new Version(1, 2), EngineFixture.VOTERS))),
                        to(4, new Released()));
        EngineFixture taught = EngineFixture.master(AB);
        taught.with(taught.state
                .control()
                .withAnswers(PartitionVector.filled(1, new Acceptances(MemberSet.of(), MemberSet.of(1, 2, 3, 4)))));
        round(taught, 0).assertSent(toAll(new Voters(new Voting(new Version(1, 3), MemberSet.of(1, 2, 3, 4)))));
    }

    @Test
    void fiveVotersAreEnough() {
        EngineFixture fixture = EngineFixture.master(AB);
        MemberSet five = MemberSet.of(1, 2, 3, 4, 5);
        fixture.with(fixture.state
                .control()
                .withVoting(new Voting(new Version(1, 2), five))
                .withInstalled(five.with(7))
                .withAnswers(PartitionVector.filled(1, new Acceptances(MemberSet.of(), five.with(7)))));
        fixture.with(fixture.state.master().heardFrom(7, START + 20_000_000));
        round(fixture, 0).assertSent();
    }

    private static EngineFixture zoned(MemberSet voters, MemberSet taught, Map<Integer, String> zones) {
        EngineFixture fixture = EngineFixture.master(AB);
        fixture.with(fixture.state
                .control()
                .withVoting(new Voting(new Version(1, 2), voters))
                .withInstalled(voters)
                .withAnswers(PartitionVector.filled(1, new Acceptances(MemberSet.of(), taught))));
        fixture.with(fixture.state.master().heardFrom(7, START + 20_000_000));
        fixture.take(new Event.ZonesKnown(new Zones(zones)));
        return fixture;
    }

    @Test
    void nextVoterIsOfTheZoneWithTheFewestVoters() {
        MemberSet all = MemberSet.of(1, 2, 3, 4, 5, 7);
        Map<Integer, String> zones = Map.of(1, "a", 2, "b", 3, "b", 4, "b", 5, "a", 7, "c");
        assertEquals(MemberSet.of(1, 2, 3, 7), voters(round(zoned(VOTERS, all, zones), 0)));
        assertEquals(MemberSet.of(1, 2, 3, 4), voters(round(zoned(VOTERS, all, Map.of(5, "a", 7, "c")), 0)));
    }

    @Test
    void voterOfAnotherZoneTakesThePlaceOfOneOfTheFullest() {
        MemberSet five = MemberSet.of(1, 2, 3, 4, 5);
        MemberSet all = five.with(7);
        Map<Integer, String> zones = Map.of(1, "a", 2, "b", 3, "b", 4, "b", 5, "a", 7, "c");
        EngineFixture fixture = round(zoned(five, five, zones), 0);
        assertEquals(five, voters(fixture));
        fixture = round(zoned(five, all, zones), 0);
        assertEquals(all, voters(fixture));
        fixture = round(zoned(all, all, zones), 0);
        assertEquals(MemberSet.of(1, 2, 3, 5, 7), voters(fixture));
        assertEquals(MemberSet.of(1, 2, 3, 5, 7), voters(round(zoned(MemberSet.of(1, 2, 3, 5, 7), all, zones), 0)));
    }

    @Test
    void masterStaysAVoterOfAFullZone() {
        MemberSet five = MemberSet.of(1, 2, 3, 4, 5);
        Map<Integer, String> zones = Map.of(1, "a", 2, "b", 3, "c", 4, "b", 5, "a", 7, "c");
        assertEquals(five, voters(round(zoned(five, five.with(7), zones), 0)));
        Map<Integer, String> two = Map.of(1, "a", 2, "a", 3, "b", 4, "c", 5, "c", 7, "d");
        assertEquals(MemberSet.of(1, 2, 3, 4, 7), voters(round(zoned(five.with(7), five.with(7), two), 0)));
    }

    @Test
    void deadVoterIsRemovedIfSomebodyCanTakeItsPlace() {
        EngineFixture fixture = EngineFixture.master(AB);
        round(fixture, 2_800_000, 3, 5).assertSent();
        round(fixture, 2_800_001, 3, 5)
                .assertSent(
                        to(4, new Accept(0, ENTRY)),
                        toAll(new Voters(new Voting(new Version(1, 3), MemberSet.of(1, 2)))));
    }

    @Test
    void votersStayWhileTheClusterStops() {
        EngineFixture fixture = EngineFixture.master(AB);
        Voting stopping = new Voting(new Version(1, 2), VOTERS, ClusterState.STOPPING, ClusterVersion.RAISED);
        fixture.with(fixture.state.control().withVoting(stopping));
        assertEquals(VOTERS, voters(round(fixture, 2_800_001, 3, 5)));
    }

    /** Without it the majority would be as large, and it could not vote when it comes back. */
    @Test
    void onlyDeadVoterOfAnOddSetStaysIfNobodyCanTakeItsPlace() {
        assertEquals(VOTERS, voters(round(EngineFixture.master(AB), 2_800_001, 3, 4, 5)));
        EngineFixture leaving = EngineFixture.master(AB).leaving(4, 5);
        assertEquals(VOTERS, voters(round(leaving, 2_800_001, 3)));
    }

    private static EngineFixture voting(MemberSet voters) {
        EngineFixture fixture = EngineFixture.master(AB);
        return fixture.with(fixture.state
                .control()
                .withVoting(new Voting(new Version(1, 2), voters))
                .withInstalled(voters)
                .withAnswers(PartitionVector.filled(1, new Acceptances(MemberSet.of(), voters))));
    }

    @Test
    void otherDeadVotersAreRemovedInAnyCase() {
        EngineFixture even = voting(MemberSet.of(1, 2, 3, 4));
        assertEquals(MemberSet.of(1, 2, 4), voters(round(even, 2_800_001, 3, 5)));
        EngineFixture two = voting(MemberSet.of(1, 2, 3, 4, 5));
        assertEquals(MemberSet.of(1, 2, 3, 5), voters(round(two, 2_800_001, 4, 5)));
        EngineFixture one = voting(MemberSet.of(1, 2, 3, 4, 5));
        assertEquals(MemberSet.of(1, 2, 3, 4, 5), voters(round(one, 2_800_001, 4)));
    }

    /** A voter that leaves is removed when all others live, so that the dead one would keep it for ever. */
    @Test
    void deadVoterIsRemovedBeforeOneThatLeaves() {
        EngineFixture fixture = EngineFixture.master(AB).leaving(2);
        assertEquals(MemberSet.of(1, 2), voters(round(fixture, 2_800_001, 3, 4, 5)));
    }

    @Test
    void leaversLoseTheirVoteWhenAllOthersLive() {
        EngineFixture fixture =
                EngineFixture.master(Configuration.settled(1, 3)).leaving(2);
        round(fixture, 900_000, 3, 4, 5);
        assertEquals(VOTERS, voters(fixture));
        round(fixture, 0, 4, 5);
        assertEquals(MemberSet.of(1, 3), voters(fixture));
    }

    /** A master that is the only voter left has a majority at once. */
    @Test
    void oneChangeOfVotersIsEnoughForARound() {
        MemberSet two = MemberSet.of(1, 2);
        EngineFixture fixture =
                EngineFixture.master(Configuration.settled(1, 3)).leaving(2);
        fixture.with(fixture.state
                .control()
                .withVoting(new Voting(new Version(1, 2), two))
                .withInstalled(two)
                .withAnswers(PartitionVector.filled(1, new Acceptances(MemberSet.of(), VOTERS))));
        assertEquals(MemberSet.of(1), voters(round(fixture, 0)));
        assertEquals(MemberSet.of(1, 3), voters(round(fixture, 0)));
    }

    @Test
    void commitsWhatASmallerMajorityHasAccepted() {
        EngineFixture fixture = EngineFixture.master(AB);
        fixture.with(proposing(fixture.state.control(), MemberSet.of(1, 2)));
        round(fixture, 1_000_000, 4, 5);
        assertFalse(fixture.sent().stream().anyMatch(send -> send.message() instanceof Commit));
        assertEquals(NEXT, fixture.state.control().committed().get(0));
    }

    private static List<Send> releases(EngineFixture fixture) {
        return fixture.sent().stream()
                .filter(s -> s.message() instanceof Released)
                .toList();
    }

    @Test
    void leaverIsReleasedWhenNothingDependsOnIt() {
        Configuration bc = Configuration.settled(1, 3);
        MemberSet two = MemberSet.of(1, 3);
        ControlState control = EngineFixture.master(bc).state.control();
        ControlState without =
                control.withVoting(new Voting(new Version(1, 2), two)).withInstalled(two);
        assertEquals(
                List.of(to(2, new Released())),
                releases(round(EngineFixture.master(bc).with(without).leaving(2), 0)));
        assertEquals(
                List.of(to(2, new Released())),
                releases(round(EngineFixture.master(bc).with(without).leaving(1, 2, 3), 0)));
        assertEquals(List.of(), releases(round(EngineFixture.master(bc).with(without), 0)));
        EngineFixture voter = EngineFixture.master(bc).leaving(2);
        round(voter, 900_000, 3);
        assertEquals(List.of(), releases(voter));
        EngineFixture notInstalled = EngineFixture.master(bc)
                .with(without.withInstalled(MemberSet.of(1)))
                .leaving(2);
        assertEquals(List.of(), releases(round(notInstalled, 0)));
    }

    @Test
    void leaverIsNotReleasedWhileItIsNamed() {
        Configuration bc = Configuration.settled(1, 3);
        MemberSet two = MemberSet.of(1, 3);
        EngineFixture named = EngineFixture.master(bc, bc.withMigration(3, 2)).leaving(2);
        named.with(named.state
                .control()
                .withVoting(new Voting(new Version(1, 2), two))
                .withInstalled(two));
        assertEquals(List.of(), releases(round(named, 0)));
        EngineFixture proposed = EngineFixture.master(bc).leaving(2);
        Entry proposal = new Entry(new Version(1, 3), new Version(1, 2), bc.withMigration(3, 2));
        ControlState control = proposed.state
                .control()
                .withVoting(new Voting(new Version(1, 2), two))
                .withInstalled(two);
        proposed.with(control.withOutstanding(
                control.outstanding().with(0, proposal),
                control.answers().with(0, new Acceptances(MemberSet.of(1), VOTERS))));
        assertEquals(List.of(), releases(round(proposed, 0)));
        EngineFixture old = EngineFixture.master(bc).leaving(2);
        old.with(old.state
                .control()
                .withCommitted(PartitionVector.filled(1, Entry.first(bc)))
                .withVoting(new Voting(new Version(1, 2), two))
                .withInstalled(two));
        assertEquals(List.of(), releases(round(old, 0)));
    }

    @Test
    void othersHearOfDecisionsWithTheNextTickAndThePrimaryAtOnce() {
        Configuration moved = Configuration.settled(2, 1);
        Entry next = new Entry(new Version(1, 3), new Version(1, 2), moved);
        EngineFixture fixture = EngineFixture.master(AB);
        fixture.with(fixture.state
                .control()
                .withOutstanding(
                        fixture.state.control().outstanding().with(0, next),
                        fixture.state.control().answers().with(0, new Acceptances(MemberSet.of(1), VOTERS))));
        fixture.receive(3, new Accepted(0, next)).assertSent(to(2, new Commit(0, next)));
        fixture.with(fixture.state.master().withNextRound(START * 2).withNextHeartbeat(START * 2))
                .tick(10_000)
                .assertSent(to(3, new Commit(0, next)), to(4, new Commit(0, next)), to(5, new Commit(0, next)));
        fixture.tick(20_000).assertSent();
    }

    @Test
    void memberWithoutReplicaTellsRealMembersOnly() {
        Entry next = new Entry(new Version(1, 3), new Version(1, 2), Configuration.settled(2, 1));
        EngineFixture fixture = EngineFixture.master(AB);
        fixture.with(fixture.state
                .control()
                .withCommitted(PartitionVector.filled(1, Entry.NONE))
                .withOutstanding(
                        fixture.state.control().outstanding().with(0, next),
                        fixture.state.control().answers().with(0, new Acceptances(MemberSet.of(1), VOTERS))));
        fixture.receive(3, new Accepted(0, next)).assertSent(to(2, new Commit(0, next)));
    }
}
