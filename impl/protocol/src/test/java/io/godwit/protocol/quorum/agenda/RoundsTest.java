package io.godwit.protocol.quorum.agenda;

import static io.godwit.protocol.quorum.agenda.Desk.START;
import static io.godwit.protocol.quorum.agenda.Desk.VOTERS;
import static io.godwit.protocol.quorum.agenda.Desk.to;
import static io.godwit.protocol.quorum.agenda.Desk.toAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Copies;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.data.decision.Cluster;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.registers.Answers;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {
    private static final Configuration AB = Configuration.settled(1, 2);
    private static final Entry ENTRY = Desk.decided(AB);
    private static final Entry NEXT = new Entry(1, 3, 1, 2, AB.withoutInSync(2));

    /** One round, with everybody heard right now but the silent ones, who were last heard that long ago. */
    private static Desk round(Desk desk, long silence, int... silent) {
        long now = START + 20_000_000;
        Office office = desk.state.office();
        for (int m = 1; m <= 5; m++) {
            office = office.hearing(m, MemberSet.of(silent).contains(m) ? now - silence : now);
        }
        return desk.with(office.lookingAt(0).beatingAt(now * 2)).tick(20_000_000);
    }

    private static ControlState proposing(ControlState control, MemberSet answered) {
        return control.withOutstanding(
                control.outstanding().with(0, NEXT), control.answers().with(0, new Answers(answered, VOTERS)));
    }

    private static MemberSet voters(Desk desk) {
        return desk.state.control().voting().voters();
    }

    @Test
    void seesWhoLives() {
        Desk desk = Desk.master(AB).leaving(5, 9);
        desk.take(new Event.Suspect(3));
        round(desk, 800_001, 4);
        Cluster cluster = desk.state.office().cluster();
        assertEquals(new Cluster(MemberSet.of(1, 2, 5), MemberSet.of(5), VOTERS, 2), cluster);
        assertEquals(MemberSet.of(), desk.state.office().gone());
        round(desk, 2_800_000, 4);
        assertEquals(MemberSet.of(), desk.state.office().gone());
        round(desk, 2_800_001, 4, 5);
        assertEquals(MemberSet.of(4, 5), desk.state.office().gone());
        assertEquals(MemberSet.of(5), desk.state.office().cluster().leaving());
    }

    @Test
    void wantsNoMoreCopiesThanThereAreMembers() {
        Desk desk = round(Desk.master(AB).leaving(1, 3, 4, 5), 0);
        assertEquals(Copies.all(1), desk.state.office().cluster().copies());
        Desk all = round(Desk.master(AB).leaving(1, 2, 3, 4, 5), 0);
        assertEquals(Copies.all(1), all.state.office().cluster().copies());
    }

    @Test
    void asksVotersAgainThatHaveNotAnswered() {
        Desk desk = Desk.master(AB, AB);
        ControlState control = desk.state.control();
        desk.with(proposing(control, MemberSet.of(1))
                .withAnswers(PartitionVector.of(
                        2,
                        p -> p == 0
                                ? new Answers(MemberSet.of(1), VOTERS)
                                : new Answers(MemberSet.of(), MemberSet.of(1, 2, 4)))));
        round(desk, 1_000_000, 4, 5).assertSent();
        round(desk.waited(), 1_000_000, 4, 5)
                .assertSent(to(2, new Accept(0, NEXT)), to(3, new Accept(0, NEXT)), to(3, new Accept(1, ENTRY)));
    }

    @Test
    void doesNotAskAgainForWhatAnEarlierTermDecided() {
        Desk desk = Desk.master(AB);
        Entry old = Entry.first(AB);
        desk.with(desk.state
                .control()
                .withCommitted(PartitionVector.filled(1, old))
                .withAnswers(PartitionVector.filled(1, Answers.NONE)));
        round(desk.waited(), 1_000_000, 4, 5).assertSent();
    }

    @Test
    void announcesVotersAgain() {
        Desk desk = Desk.master(AB);
        Voting voting = desk.state.control().voting();
        desk.with(desk.state.control().withInstalled(MemberSet.of(1, 3)));
        round(desk, 1_000_000, 4, 5).assertSent(to(2, new Voters(voting)));
    }

    @Test
    void teachesTheNextVoterAndThenTakesItIn() {
        round(Desk.master(AB).waited(), 1_000_000, 4).assertSent(to(5, new Accept(0, ENTRY)));
        round(Desk.master(AB).leaving(4).waited(), 0)
                .assertSent(
                        to(5, new Accept(0, ENTRY)),
                        to(4, new Voters(new Voting(1, 2, Desk.VOTERS))),
                        to(4, new Released()));
        Desk taught = Desk.master(AB);
        taught.with(taught.state
                .control()
                .withAnswers(PartitionVector.filled(1, new Answers(MemberSet.of(), MemberSet.of(1, 2, 3, 4)))));
        round(taught, 0).assertSent(toAll(new Voters(new Voting(1, 3, MemberSet.of(1, 2, 3, 4)))));
    }

    @Test
    void fiveVotersAreEnough() {
        Desk desk = Desk.master(AB);
        MemberSet five = MemberSet.of(1, 2, 3, 4, 5);
        desk.with(desk.state
                .control()
                .withVoting(new Voting(1, 2, five))
                .withInstalled(five)
                .withAnswers(PartitionVector.filled(1, new Answers(MemberSet.of(), five.with(7)))));
        desk.with(desk.state.office().hearing(7, START + 20_000_000));
        round(desk, 0).assertSent();
    }

    @Test
    void theDeadLoseTheirVote() {
        Desk desk = Desk.master(AB);
        round(desk, 2_800_000, 3, 4, 5).assertSent();
        round(desk, 2_800_001, 3, 4, 5).assertSent(toAll(new Voters(new Voting(1, 3, MemberSet.of(1, 2)))));
    }

    @Test
    void leaversLoseTheirVoteWhenAllOthersLive() {
        Desk desk = Desk.master(Configuration.settled(1, 3)).leaving(2);
        round(desk, 900_000, 3, 4, 5);
        assertEquals(VOTERS, voters(desk));
        round(desk, 0, 4, 5);
        assertEquals(MemberSet.of(1, 3), voters(desk));
    }

    /** A master that is the only voter left has a majority at once. */
    @Test
    void oneChangeOfVotersIsEnoughForARound() {
        MemberSet two = MemberSet.of(1, 2);
        Desk desk = Desk.master(Configuration.settled(1, 3)).leaving(2);
        desk.with(desk.state
                .control()
                .withVoting(new Voting(1, 2, two))
                .withInstalled(two)
                .withAnswers(PartitionVector.filled(1, new Answers(MemberSet.of(), VOTERS))));
        assertEquals(MemberSet.of(1), voters(round(desk, 0)));
        assertEquals(MemberSet.of(1, 3), voters(round(desk, 0)));
    }

    @Test
    void commitsWhatASmallerMajorityHasAccepted() {
        Desk desk = Desk.master(AB);
        desk.with(proposing(desk.state.control(), MemberSet.of(1, 2)));
        round(desk, 1_000_000, 4, 5);
        assertFalse(desk.sent().stream().anyMatch(send -> send.message() instanceof Commit));
        assertEquals(NEXT, desk.state.control().committed().get(0));
    }

    private static List<Send> releases(Desk desk) {
        return desk.sent().stream().filter(s -> s.message() instanceof Released).toList();
    }

    @Test
    void aLeaverIsReleasedWhenNothingDependsOnIt() {
        Configuration bc = Configuration.settled(1, 3);
        MemberSet two = MemberSet.of(1, 3);
        ControlState control = Desk.master(bc).state.control();
        ControlState without = control.withVoting(new Voting(1, 2, two)).withInstalled(two);
        assertEquals(
                List.of(to(2, new Released())),
                releases(round(Desk.master(bc).with(without).leaving(2), 0)));
        assertEquals(
                List.of(to(2, new Released())),
                releases(round(Desk.master(bc).with(without).leaving(1, 2, 3), 0)));
        assertEquals(List.of(), releases(round(Desk.master(bc).with(without), 0)));
        Desk voter = Desk.master(bc).leaving(2);
        round(voter, 900_000, 3);
        assertEquals(List.of(), releases(voter));
        Desk notInstalled =
                Desk.master(bc).with(without.withInstalled(MemberSet.of(1))).leaving(2);
        assertEquals(List.of(), releases(round(notInstalled, 0)));
    }

    @Test
    void aLeaverIsNotReleasedWhileItIsNamed() {
        Configuration bc = Configuration.settled(1, 3);
        MemberSet two = MemberSet.of(1, 3);
        Desk named = Desk.master(bc, bc.withMigration(3, 2)).leaving(2);
        named.with(named.state.control().withVoting(new Voting(1, 2, two)).withInstalled(two));
        assertEquals(List.of(), releases(round(named, 0)));
        Desk proposed = Desk.master(bc).leaving(2);
        Entry proposal = new Entry(1, 3, 1, 2, bc.withMigration(3, 2));
        ControlState control =
                proposed.state.control().withVoting(new Voting(1, 2, two)).withInstalled(two);
        proposed.with(control.withOutstanding(
                control.outstanding().with(0, proposal),
                control.answers().with(0, new Answers(MemberSet.of(1), VOTERS))));
        assertEquals(List.of(), releases(round(proposed, 0)));
        Desk old = Desk.master(bc).leaving(2);
        old.with(old.state
                .control()
                .withCommitted(PartitionVector.filled(1, Entry.first(bc)))
                .withVoting(new Voting(1, 2, two))
                .withInstalled(two));
        assertEquals(List.of(), releases(round(old, 0)));
    }

    @Test
    void othersHearOfDecisionsWithTheNextTickAndThePrimaryAtOnce() {
        Configuration moved = Configuration.settled(2, 1);
        Entry next = new Entry(1, 3, 1, 2, moved);
        Desk desk = Desk.master(AB);
        desk.with(desk.state
                .control()
                .withOutstanding(
                        desk.state.control().outstanding().with(0, next),
                        desk.state.control().answers().with(0, new Answers(MemberSet.of(1), VOTERS))));
        desk.receive(3, new Accepted(0, next)).assertSent(to(2, new Commit(0, next)));
        desk.with(desk.state.office().lookingAt(START * 2).beatingAt(START * 2))
                .tick(10_000)
                .assertSent(to(3, new Commit(0, next)), to(4, new Commit(0, next)), to(5, new Commit(0, next)));
        desk.tick(20_000).assertSent();
    }

    @Test
    void whoHadNothingOfAPartitionTellsRealMembersOnly() {
        Entry next = new Entry(1, 3, 1, 2, Configuration.settled(2, 1));
        Desk desk = Desk.master(AB);
        desk.with(desk.state
                .control()
                .withCommitted(PartitionVector.filled(1, Entry.NONE))
                .withOutstanding(
                        desk.state.control().outstanding().with(0, next),
                        desk.state.control().answers().with(0, new Answers(MemberSet.of(1), VOTERS))));
        desk.receive(3, new Accepted(0, next)).assertSent(to(2, new Commit(0, next)));
    }

    @Test
    void noMigrationStartsWhileBalancingIsHeld() {
        Configuration one = Configuration.settled(1);
        Desk desk = Desk.master(one).waited();
        desk.take(new Event.Balance(false));
        round(desk, 0);
        assertFalse(proposesMigration(desk));
        desk.take(new Event.Balance(true)).tick(20_000_001);
        assertTrue(proposesMigration(desk));
    }

    private static boolean proposesMigration(Desk desk) {
        return desk.sent().stream()
                .anyMatch(send -> send.message() instanceof Accept accept
                        && accept.entry().configuration().isMigrating());
    }
}
