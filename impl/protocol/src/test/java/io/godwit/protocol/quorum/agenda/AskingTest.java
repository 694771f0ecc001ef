package io.godwit.protocol.quorum.agenda;

import static io.godwit.protocol.quorum.agenda.Desk.to;
import static io.godwit.protocol.quorum.agenda.Desk.toAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.quorum.QuorumMessage.PassedOn;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import org.junit.jupiter.api.Test;

/** Who is asked about a proposal, and who hears when of what is decided. */
class AskingTest {
    private static final Configuration BC = Configuration.settled(2, 3);
    private static final Configuration CB = BC.switched(3);
    private static final Entry NEXT = new Entry(1, 3, 1, 2, CB);
    private static final Accept PROPOSAL = new Accept(0, NEXT);

    private static Desk master() {
        return Desk.master(BC, BC);
    }

    private static Desk propose(Desk desk, int partition) {
        return desk.work(turn -> turn.propose("Propose", partition, partition, Desk.decided(BC), CB));
    }

    /** With five voters nobody is about to become one. */
    private static Desk asking(int... first) {
        Desk desk = master();
        MemberSet five = MemberSet.of(1, 2, 3, 4, 5);
        desk.with(desk.state.control().withVoting(new Voting(1, 2, five)).withInstalled(five));
        return desk.with(desk.state.office().askingFirst(MemberSet.of(first)));
    }

    @Test
    void aProposalIsForTheMajorityThatHasAnsweredFirst() {
        propose(master(), 0).assertSent(toAll(PROPOSAL));
        propose(asking(1, 3, 5), 0).assertSent(to(3, PROPOSAL), to(5, PROPOSAL));
        propose(asking(1, 2, 3, 4), 0).assertSent(to(2, PROPOSAL), to(3, PROPOSAL), to(4, PROPOSAL));
    }

    @Test
    void whoIsAboutToBecomeAVoterIsAskedAsWell() {
        Desk desk = master();
        desk.with(desk.state.office().askingFirst(MemberSet.of(1, 3)));
        propose(desk, 0).assertSent(to(3, PROPOSAL), to(4, PROPOSAL));
    }

    @Test
    void allAreAskedIfThatIsNoMajorityOrOneOfThemMayBeDead() {
        propose(asking(1), 0).assertSent(toAll(PROPOSAL));
        propose(asking(1, 4, 7), 0).assertSent(toAll(PROPOSAL));
        propose(asking(1, 3, 4).take(new Event.Suspect(3)), 0).assertSent(toAll(PROPOSAL));
        propose(asking(1, 3, 4).up(1, 2, 4, 5), 0).assertSent(toAll(PROPOSAL));
    }

    @Test
    void whoAnswersFirstIsAskedFirstFromThenOn() {
        Desk desk = propose(propose(master(), 0), 1);
        desk.receive(4, new Accepted(0, NEXT)).receive(3, new Accepted(0, NEXT));
        assertEquals(MemberSet.of(1, 3), desk.state.office().quick());
        desk.receive(2, new Accepted(1, NEXT));
        assertEquals(MemberSet.of(1, 3), desk.state.office().quick());
    }

    @Test
    void withOtherVotersOthersAnswerFirst() {
        Desk desk = propose(asking(1), 0);
        desk.receive(2, new Accepted(0, NEXT)).receive(4, new Accepted(0, NEXT));
        assertEquals(MemberSet.of(1, 2, 4), desk.state.office().quick());
    }

    @Test
    void allAreAskedAgainWhenTheFirstDoNotAnswer() {
        Desk desk = propose(asking(1, 3, 4), 0).waited().tick(Timing.AGAIN);
        assertEquals(MemberSet.of(), desk.state.office().quick());
        propose(desk, 1).assertSent(toAll(new Accept(1, NEXT)));
    }

    @Test
    void aDecisionIsToldAtOnceToThoseWhoActOnIt() {
        Commit commit = new Commit(0, NEXT);
        propose(master(), 0).receive(2, new Accepted(0, NEXT)).assertSent(to(2, commit), to(3, commit));
    }

    @Test
    void allOthersHearOfDecisionsNowAndThen() {
        Desk desk = propose(propose(master(), 0), 1).tick(0).receive(2, new Accepted(0, NEXT));
        desk.tick(Timing.TELLING - 1).assertSent();
        Commit commit = new Commit(0, NEXT);
        desk.tick(Timing.TELLING).assertSent(to(2, commit), to(4, commit), to(5, commit));
        desk.receive(2, new Accepted(1, NEXT));
        desk.tick(2 * Timing.TELLING - 1).assertSent();
    }

    @Test
    void aVoterAcceptsWithTheDecisionAndSaysSo() {
        Entry entry = new Entry(0, 2, 0, 1, Configuration.settled(1, 2));
        Desk voter = Desk.founder(3, 3, 1).receive(1, new Commit(0, entry));
        voter.assertSent(to(1, new Accepted(0, entry)));
        assertEquals(entry, voter.state.control().accepted().get(0));
        assertEquals(entry, voter.state.control().committed().get(0));
        voter.receive(1, new Commit(0, entry)).assertSent();
    }

    @Test
    void whoIsNoVoterAcceptsAndSaysNothing() {
        Entry entry = new Entry(0, 2, 0, 1, Configuration.settled(1, 2));
        Desk learner = Desk.founder(3, 3, 1);
        learner.with(learner.state.control().withVoting(new Voting(0, 2, MemberSet.of(1, 2))));
        learner.receive(1, new Commit(0, entry)).assertSent();
        assertEquals(entry, learner.state.control().accepted().get(0));
        learner.receive(1, new Accept(0, entry)).assertSent(to(1, new Accepted(0, entry)));
    }

    @Test
    void whatIsPassedOnIsNoProposal() {
        Entry entry = new Entry(0, 2, 0, 1, Configuration.settled(1, 2));
        Desk desk = Desk.founder(3, 3, 1).receive(2, new PassedOn(new Commit(0, entry)));
        desk.assertSent();
        assertEquals(entry, desk.state.control().committed().get(0));
        assertEquals(
                Entry.first(Configuration.settled(1, 2)),
                desk.state.control().accepted().get(0));
    }

    @Test
    void nobodyIsAskedByAMasterThatIsTheOnlyVoter() {
        Desk alone = Desk.founder(1, 1, 1).tick(500_000);
        assertEquals(Members.NONE, alone.state.watch().following().master());
        Entry first = alone.state.control().committed().get(0);
        Configuration moving = first.configuration().withMigration(Members.NONE, 2);
        alone.work(turn -> turn.propose("Propose", 0, 0, first, moving));
        assertEquals(
                0,
                alone.sent().stream()
                        .filter(send -> send.message() instanceof Accept)
                        .count());
    }
}
