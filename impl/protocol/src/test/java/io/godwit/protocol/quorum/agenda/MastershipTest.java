package io.godwit.protocol.quorum.agenda;

import static io.godwit.protocol.quorum.agenda.Desk.START;
import static io.godwit.protocol.quorum.agenda.Desk.VOTERS;
import static io.godwit.protocol.quorum.agenda.Desk.to;
import static io.godwit.protocol.quorum.agenda.Desk.toAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Copies;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.QuorumMessage.Fetch;
import io.godwit.protocol.quorum.QuorumMessage.Heartbeat;
import io.godwit.protocol.quorum.QuorumMessage.HeartbeatReply;
import io.godwit.protocol.quorum.QuorumMessage.Poll;
import io.godwit.protocol.quorum.QuorumMessage.PollReply;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import org.junit.jupiter.api.Test;

class MastershipTest {
    private static final Voting FIRST = Voting.first(VOTERS);
    private static final MemberSet NOBODY = MemberSet.of();
    private static final Configuration AB = Configuration.settled(1, 2);

    private static Heartbeat beat(int term, QuorumState of) {
        return new Heartbeat(term, of.control().stamp(), of.watch().tracking().decidedStamp(), NOBODY);
    }

    /** Has asked around once. */
    private static Desk asking(int self) {
        Desk desk = Desk.founder(self, 3, 1);
        desk.tick(Timing.MASTER_SILENCE + (self - 1) * Timing.RANK).assertSent(toAll(new Poll(0)));
        return desk;
    }

    @Test
    void whoHearsNoMasterAsksTheOlderSooner() {
        Desk.founder(1, 3, 1).tick(499_999).assertSent();
        Desk.founder(1, 3, 1).tick(500_000).assertSent(toAll(new Poll(0)));
        Desk.founder(3, 3, 1).tick(699_999).assertSent();
        Desk.founder(3, 3, 1).tick(700_000).assertSent(toAll(new Poll(0)));
    }

    @Test
    void aLeaverAsksLateAndALearnerNever() {
        Desk leaver = Desk.founder(2, 3, 1).leaving(2).receive(1, beat(0, Desk.founder(2, 3, 1).state));
        leaver.tick(1_599_999).assertSent();
        leaver.tick(1_600_000).assertSent(toAll(new Poll(0)));
        Desk.founder(6, 7, 1).tick(60_000_000).assertSent();
    }

    @Test
    void theTimeBetweenQuestionsGrows() {
        Desk desk = asking(2);
        long now = 600_000;
        for (int wait : new int[] {400_000, 500_000, 600_000, 700_000, 700_000}) {
            desk.tick(now + wait - 1).assertSent();
            now += wait;
            desk.tick(now).assertSent(toAll(new Poll(0)));
        }
    }

    @Test
    void aMajorityThatIsAloneMakesACandidate() {
        Desk desk = asking(1);
        desk.receive(2, new PollReply(0, false)).assertSent();
        desk.receive(2, new PollReply(6, true)).assertSent(toAll(new VoteRequest(7, FIRST)), toAll(new Poll(7)));
        assertEquals(Role.CANDIDATE, desk.state.control().role());
        desk.receive(3, new PollReply(6, true)).assertSent();
        assertEquals(7, desk.state.control().term());
    }

    @Test
    void answersToNoQuestionAreNothing() {
        Desk.founder(1, 3, 1).receive(2, new PollReply(0, true)).assertSent();
        Desk master = Desk.master(AB);
        master.receive(2, new PollReply(9, true)).assertSent();
        assertEquals(9, master.state.watch().campaign().highestTerm());
    }

    @Test
    void learnersDoNotMakeAMajority() {
        Desk desk = asking(1);
        desk.receive(4, new PollReply(0, true)).assertSent();
        desk.receive(3, new PollReply(0, true)).assertSent(toAll(new VoteRequest(1, FIRST)), toAll(new Poll(1)));
    }

    @Test
    void aQuestionAgainForgetsTheAnswers() {
        Desk desk = Desk.founder(1, 5, 1);
        desk.tick(500_000).receive(2, new PollReply(0, true)).assertSent();
        desk.tick(800_000).assertSent(toAll(new Poll(0)));
        desk.receive(3, new PollReply(0, true)).assertSent();
    }

    @Test
    void votesMakeAMasterThatDecidesTheTableAgain() {
        Desk desk = asking(1).receive(2, new PollReply(0, true));
        PartitionVector<Entry> registers = desk.state.control().accepted();
        Entry entry = Entry.first(AB).restamped(1);
        desk.receive(3, new Vote(2, registers, FIRST)).assertSent();
        desk.receive(3, new Vote(1, registers, FIRST));
        long stamp = new Stamps().of(PartitionVector.filled(1, entry));
        desk.assertSent(
                toAll(new Accept(0, entry)),
                toAll(new Voters(new Voting(1, 2, VOTERS))),
                toAll(new Heartbeat(1, stamp, new Stamps().of(registers), NOBODY)));
        Office office = desk.state.office();
        assertEquals(START + 500_000, office.sight().since());
        assertEquals(MemberSet.of(1, 2, 3), office.cluster().up());
        assertEquals(VOTERS, office.cluster().voters());
        assertEquals(Copies.all(2), office.cluster().copies());
        assertEquals(START + 600_000, office.due().heartbeat());
        assertEquals(START + 500_000, office.due().round());
        Watch.Campaign campaign = desk.state.watch().campaign();
        assertEquals(0, campaign.attempts());
        assertEquals(NOBODY, campaign.alone());
    }

    @Test
    void aNewMasterTakesAllWhoHavePartsToLive() {
        Desk desk = Desk.founder(1, 7, 7);
        desk.tick(500_000).receive(2, new PollReply(0, true)).receive(3, new PollReply(0, true));
        PartitionVector<Entry> registers = desk.state.control().accepted();
        Voting voting = desk.state.control().voting();
        desk.receive(2, new Vote(1, registers, voting)).receive(3, new Vote(1, registers, voting));
        assertTrue(desk.state.control().isMaster());
        assertEquals(
                MemberSet.of(1, 2, 3, 4, 5, 6, 7), desk.state.office().cluster().up());
    }

    @Test
    void theOnlyVoterDecidesAtOnce() {
        Desk desk = Desk.founder(1, 1, 2).tick(500_000);
        assertTrue(desk.state.control().isMaster());
        Entry entry = Entry.first(Configuration.settled(1)).restamped(1);
        assertEquals(PartitionVector.filled(2, entry), desk.state.control().committed());
        assertEquals(
                new Stamps().of(PartitionVector.filled(2, entry)),
                desk.state.watch().tracking().decidedStamp());
        assertEquals(entry.version(), desk.state.data().replica(1).epoch());
    }

    @Test
    void aHeartbeatIsAnsweredAndFollowed() {
        Desk desk = asking(2);
        desk.tick(700_000);
        desk.receive(1, beat(0, desk.state)).assertSent(to(1, new HeartbeatReply(0, NOBODY)));
        assertEquals(
                new Watch.Following(1, 0, START + 700_000), desk.state.watch().following());
        desk.tick(1_299_999).assertSent();
        desk.tick(1_300_000).assertSent(toAll(new Poll(0)));
    }

    @Test
    void aHeartbeatOfATermThatIsOverIsAnsweredOnly() {
        Desk desk = Desk.founder(2, 3, 1);
        desk.with(desk.state.control().inTerm(3, Role.FOLLOWER));
        desk.tick(300_000).receive(1, new Heartbeat(2, 5, 5, NOBODY));
        desk.receive(1, new Heartbeat(2, 5, 5, NOBODY)).assertSent(to(1, new HeartbeatReply(3, NOBODY)));
        assertEquals(0, desk.state.watch().following().master());
        desk.tick(600_000).assertSent(toAll(new Poll(3)));
    }

    @Test
    void whoLagsAsksWhenNothingHasComeInBetween() {
        Desk desk = Desk.founder(2, 3, 1);
        HeartbeatReply reply = new HeartbeatReply(0, NOBODY);
        long stamp = desk.state.control().stamp();
        long decided = desk.state.watch().tracking().decidedStamp();
        Fetch fetch =
                new Fetch(desk.state.control().accepted(), desk.state.control().committed());
        desk.receive(1, new Heartbeat(0, 5, decided, NOBODY)).assertSent(to(1, reply));
        desk.receive(1, new Heartbeat(0, stamp, 5, NOBODY)).assertSent(to(1, reply), to(1, fetch));
        Entry next = new Entry(0, 2, 0, 1, AB);
        desk.receive(1, new Accept(0, next));
        desk.receive(1, new Heartbeat(0, 5, 5, NOBODY)).assertSent(to(1, reply));
        desk.receive(1, new Commit(0, next));
        desk.receive(1, new Heartbeat(0, 5, 5, NOBODY)).assertSent(to(1, reply));
        desk.receive(1, beat(0, desk.state)).assertSent(to(1, reply));
        desk.receive(1, new Heartbeat(0, 5, 5, NOBODY));
        assertEquals(2, desk.sent().size());
    }

    @Test
    void whoWantsToLeaveIsPassedAround() {
        Desk desk = Desk.founder(2, 3, 1);
        desk.take(new Event.Leave()).assertSent();
        long stamp = desk.state.control().stamp();
        desk.receive(1, new Heartbeat(0, stamp, stamp, MemberSet.of(7)))
                .assertSent(to(1, new HeartbeatReply(0, MemberSet.of(2, 7))));
        desk.receive(3, new HeartbeatReply(0, MemberSet.of(3))).assertSent();
        assertEquals(MemberSet.of(2, 3, 7), desk.state.watch().peers().leaving());
    }

    @Test
    void aMasterShowsItselfAndHearsAnswers() {
        Desk desk = Desk.master(AB);
        desk.tick(99_999).assertSent();
        desk.tick(100_000).assertSent(toAll(beat(1, desk.state)));
        desk.tick(149_999).assertSent();
        desk.receive(7, new HeartbeatReply(1, NOBODY)).assertSent();
        assertEquals(START + 149_999, desk.state.office().sight().heard().get(7));
        desk.waited().tick(150_000).assertSent(to(4, new Accept(0, Desk.decided(AB))));
        assertEquals(START + 300_000, desk.state.office().due().round());
        assertEquals(
                MemberSet.of(1, 2, 3, 4, 5, 7), desk.state.office().cluster().up());
    }

    @Test
    void decisionsAreToldWithTheNextTickButNotThoseOfAnEarlierMaster() {
        Entry next = new Entry(1, 3, 1, 2, Configuration.settled(2, 1));
        Desk desk = Desk.master(AB, AB);
        desk.with(desk.state
                .control()
                .withCommitted(desk.state.control().committed().with(1, next)));
        Commit told = new Commit(1, next);
        QuorumState untold = desk.state;
        desk.tick(10_000).assertSent(to(3, told), to(4, told), to(5, told));
        desk.tick(20_000).assertSent();
        Desk later = new Desk(untold);
        later.with(untold.control().inTerm(2, Role.MASTER)).tick(10_000).assertSent();
        later.tick(20_000).assertSent();
    }

    @Test
    void aLaterTermEndsAMastershipAndBeginsAnElection() {
        Desk desk = Desk.master(AB);
        desk.receive(3, new HeartbeatReply(4, NOBODY))
                .assertSent(toAll(new VoteRequest(5, new Voting(1, 2, VOTERS))), toAll(new Poll(5)));
        assertEquals(Role.CANDIDATE, desk.state.control().role());
        assertEquals(Office.NONE, desk.state.office());
    }

    @Test
    void aMasterThatHearsNoMajorityResigns() {
        Desk desk = Desk.master(AB);
        desk.tick(800_000);
        assertTrue(desk.state.control().isMaster());
        desk.with(desk.state.office().lookingAt(0)).tick(800_001).assertSent();
        assertEquals(Role.FOLLOWER, desk.state.control().role());
        assertEquals(1, desk.state.control().term());
        assertEquals(Office.NONE, desk.state.office());
        assertEquals(START + 1_300_001, desk.state.watch().campaign().deadline());
        Desk kept = Desk.master(AB).tick(700_000).receive(2, new HeartbeatReply(1, NOBODY));
        kept.with(kept.state.office().lookingAt(0)).tick(1_500_000);
        assertTrue(kept.state.control().isMaster());
        kept.with(kept.state.office().lookingAt(0)).tick(1_500_001);
        assertFalse(kept.state.control().isMaster());
    }

    /** Has heard these since it is master. */
    private static Desk hearing(Desk desk, int... members) {
        desk.tick(1);
        for (int member : members) {
            desk.receive(member, new HeartbeatReply(1, NOBODY));
        }
        return desk;
    }

    @Test
    void aMasterThatLeavesResignsForASuccessor() {
        Desk desk = hearing(Desk.master(AB).leaving(1), 2, 3).tick(150_000);
        assertFalse(desk.state.control().isMaster());
        Desk deaf = hearing(Desk.master(AB).leaving(1, 2), 2).tick(150_000);
        assertTrue(deaf.state.control().isMaster());
        Desk last = hearing(Desk.master(AB).leaving(1, 2, 3), 2, 3).tick(150_000);
        assertTrue(last.state.control().isMaster());
        Desk alone = hearing(Desk.master(AB).leaving(1, 3), 2, 3).tick(150_000);
        assertFalse(alone.state.control().isMaster());
    }

    @Test
    void aMemberThatMissesEntriesIsSentThem() {
        Desk desk = Desk.master(AB, AB, AB);
        Entry decided = Desk.decided(AB);
        Entry proposed = new Entry(1, 3, 1, 2, AB.withoutInSync(2));
        Entry old = Entry.first(AB);
        desk.with(desk.state
                .control()
                .withAccepted(desk.state.control().accepted().with(2, proposed), 0));
        PartitionVector<Entry> theirs = PartitionVector.filled(3, old).with(1, decided);
        desk.receive(5, new Fetch(theirs, theirs))
                .assertSent(
                        to(5, new Accept(0, decided)),
                        to(5, new Commit(0, decided)),
                        to(5, new Accept(2, proposed)),
                        to(5, new Commit(2, decided)));
        desk.with(desk.state.control().inTerm(2, Role.MASTER))
                .receive(5, new Fetch(theirs, theirs))
                .assertSent();
        desk.with(desk.state.control().inTerm(1, Role.FOLLOWER))
                .receive(5, new Fetch(theirs, theirs))
                .assertSent();
    }

    @Test
    void aQuestionIsAnswered() {
        Desk desk = Desk.founder(2, 3, 1).receive(1, beat(0, Desk.founder(2, 3, 1).state));
        desk.tick(499_999).receive(3, new Poll(4)).assertSent(to(3, new PollReply(0, false)));
        assertEquals(4, desk.state.watch().campaign().highestTerm());
        desk.receive(1, new Poll(0)).assertSent(to(1, new PollReply(0, true)));
        desk.tick(500_000).receive(3, new Poll(0)).assertSent(to(3, new PollReply(0, true)));
        Desk suspecting = Desk.founder(2, 3, 1).receive(1, beat(0, Desk.founder(2, 3, 1).state));
        suspecting.take(new Event.Suspect(1)).receive(3, new Poll(0)).assertSent(to(3, new PollReply(0, true)));
        suspecting.take(new Event.Trust(1)).receive(3, new Poll(0)).assertSent(to(3, new PollReply(0, false)));
        Desk.master(AB).tick(600_000).receive(2, new Poll(1)).assertSent(to(2, new PollReply(1, false)));
    }

    @Test
    void aVoteTellsWhoLeavesAndIsWaitedFor() {
        Desk desk = Desk.founder(2, 3, 1).leaving(9).tick(550_000);
        desk.receive(1, new VoteRequest(3, FIRST))
                .assertSent(
                        to(1, new Vote(3, desk.state.control().accepted(), FIRST)),
                        to(1, new HeartbeatReply(3, MemberSet.of(9))));
        Vote vote = new Vote(3, desk.state.control().accepted(), FIRST);
        assertEquals(
                new Watch.Following(1, 3, START + 550_000, new Watch.Given(vote, 0, START + 700_000)),
                desk.state.watch().following());
        assertEquals(START + 1_150_000, desk.state.watch().campaign().deadline());
        desk.receive(1, new VoteRequest(2, FIRST)).assertSent();
    }

    @Test
    void aCandidateAsksThoseAgainWhoHaveNotGotItsRequest() {
        Desk desk = asking(1).receive(2, new PollReply(0, true));
        desk.tick(799_999).assertSent();
        desk.tick(800_000).assertSent(toAll(new Poll(1)));
        desk.receive(4, new PollReply(0, false)).assertSent();
        desk.receive(2, new PollReply(0, true)).assertSent(to(2, new VoteRequest(1, FIRST)));
        desk.receive(3, new PollReply(1, true)).assertSent(toAll(new VoteRequest(2, FIRST)), toAll(new Poll(2)));
        desk.receive(2, new PollReply(0, true)).assertSent();
    }

    @Test
    void aCandidateWaitsForVotesThatAreGiven() {
        Desk desk = Desk.founder(1, 5, 1).tick(500_000);
        desk.receive(2, new PollReply(0, true)).receive(3, new PollReply(0, true));
        desk.receive(2, new HeartbeatReply(0, NOBODY))
                .receive(2, new HeartbeatReply(1, NOBODY))
                .assertSent();
        desk.tick(600_000).assertSent(toAll(new Poll(1)));
        desk.tick(650_000).receive(3, new HeartbeatReply(1, NOBODY)).assertSent();
        desk.receive(3, new HeartbeatReply(1, NOBODY));
        desk.tick(749_999).assertSent();
        desk.tick(750_000).assertSent(to(2, new HeartbeatReply(1, NOBODY)), to(3, new HeartbeatReply(1, NOBODY)));
        desk.receive(2, new Vote(1, desk.state.control().accepted(), Voting.first(MemberSet.of(1, 2, 3, 4, 5))));
        desk.tick(849_999).assertSent();
        desk.tick(850_000).assertSent(to(3, new HeartbeatReply(1, NOBODY)));
        Desk late = new Desk(desk.state).tick(4_649_999);
        late.assertSent(to(3, new HeartbeatReply(1, NOBODY)));
        late.tick(4_749_999).assertSent(toAll(new Poll(1)));
        Desk patient = new Desk(desk.state).tick(4_550_000);
        patient.assertSent(to(3, new HeartbeatReply(1, NOBODY)));
        patient.tick(4_650_000).assertSent(toAll(new Poll(1)));
        desk.take(new Event.Suspect(3)).tick(950_000).assertSent(toAll(new Poll(1)));
    }

    @Test
    void aPromiseIsWorthNothingInAnotherTerm() {
        Desk desk = Desk.founder(1, 5, 1).tick(500_000);
        desk.receive(2, new PollReply(0, true)).receive(3, new PollReply(0, true));
        desk.receive(2, new HeartbeatReply(1, NOBODY)).receive(3, new HeartbeatReply(1, NOBODY));
        desk.receive(4, new VoteRequest(2, Voting.first(MemberSet.of(1, 2, 3, 4, 5))));
        desk.tick(999_999).assertSent();
        desk.tick(1_000_000).assertSent(toAll(new Poll(2)));
    }

    @Test
    void whoHasVotedWaitsAsLongAsItsCandidateDoes() {
        Desk desk = Desk.founder(2, 3, 1).tick(550_000).receive(1, new VoteRequest(3, FIRST));
        desk.tick(1_050_000).receive(1, new HeartbeatReply(3, NOBODY));
        desk.receive(3, new Poll(3)).assertSent(to(3, new PollReply(3, false)));
        assertEquals(START + 1_050_000, desk.state.watch().following().heard());
        assertEquals(START + 1_650_000, desk.state.watch().campaign().deadline());
        desk.tick(1_100_000);
        desk.receive(3, new HeartbeatReply(3, NOBODY)).receive(1, new HeartbeatReply(2, NOBODY));
        assertEquals(START + 1_650_000, desk.state.watch().campaign().deadline());
    }

    @Test
    void aVoteThatTheCandidateWaitsForIsSentAgain() {
        Desk desk = Desk.founder(2, 3, 1).tick(550_000).receive(1, new VoteRequest(3, FIRST));
        Vote vote = new Vote(3, desk.state.control().accepted(), FIRST);
        HeartbeatReply reminder = new HeartbeatReply(3, NOBODY);
        desk.tick(699_999).receive(1, reminder).assertSent();
        desk.tick(700_000).receive(1, reminder).assertSent(to(1, vote));
        desk.tick(999_999).receive(1, reminder).assertSent();
        desk.tick(1_000_000).receive(3, reminder).assertSent();
        desk.receive(1, new HeartbeatReply(2, NOBODY)).assertSent();
        desk.receive(1, reminder).assertSent(to(1, vote));
        Desk later = new Desk(desk.state).receive(3, new VoteRequest(4, FIRST)).tick(1_500_000);
        later.receive(1, reminder).assertSent();
        desk.tick(1_500_000).receive(1, beat(3, desk.state));
        desk.tick(1_700_000).receive(1, reminder).assertSent();
    }

    @Test
    void whoHearsThatSomebodyStandsLeavesItTime() {
        Desk desk = asking(2).receive(1, new Poll(1));
        desk.assertSent(to(1, new PollReply(0, true)));
        assertEquals(new Watch.Following(1, 1, START), desk.state.watch().following());
        desk.receive(3, new PollReply(0, true)).assertSent();
        desk.receive(3, new Poll(1)).assertSent(to(3, new PollReply(0, true)));
        desk.tick(4_699_999).assertSent();
        desk.tick(4_700_000).assertSent(toAll(new Poll(0)));
        Desk dead = asking(2).receive(1, new Poll(1)).take(new Event.Suspect(1));
        dead.tick(699_999).assertSent();
        dead.tick(700_000).assertSent(toAll(new Poll(0)));
        Desk suspected = asking(2).take(new Event.Suspect(1)).receive(1, new Poll(1));
        assertEquals(START + 1_000_000, suspected.state.watch().campaign().deadline());
        Desk hearing = Desk.founder(2, 3, 1).receive(1, beat(0, Desk.founder(2, 3, 1).state));
        hearing.receive(3, new Poll(1));
        assertEquals(START + 600_000, hearing.state.watch().campaign().deadline());
    }

    @Test
    void whoKnowsNewerVotersStandsInPlaceOfACandidateThatDoesNot() {
        Voting newer = new Voting(1, 2, VOTERS);
        Desk desk = Desk.founder(2, 3, 1);
        desk.with(desk.state.control().withVoting(newer)).tick(499_999);
        desk.receive(1, new VoteRequest(3, FIRST)).assertSent();
        desk.tick(500_000)
                .receive(1, new VoteRequest(3, FIRST))
                .assertSent(toAll(new VoteRequest(4, newer)), toAll(new Poll(4)));
        Desk learner = Desk.founder(2, 3, 1);
        learner.with(learner.state.control().withVoting(new Voting(1, 2, MemberSet.of(1, 3))))
                .tick(500_000)
                .receive(1, new VoteRequest(3, FIRST))
                .assertSent();
        Desk.master(AB).tick(600_000).receive(2, new VoteRequest(3, FIRST)).assertSent();
    }

    @Test
    void aMasterLooksAtTheNextTickWhenSomebodyIsSuspected() {
        Desk desk = Desk.master(AB).tick(10_000);
        desk.take(new Event.Suspect(2));
        assertEquals(START + 10_000, desk.state.office().due().round());
        desk.tick(20_000);
        assertFalse(desk.state.office().cluster().up().contains(2));
    }

    @Test
    void aSuspectedMasterIsMissedAtOnce() {
        Desk desk = Desk.founder(2, 3, 1).receive(1, beat(0, Desk.founder(2, 3, 1).state));
        desk.take(new Event.Suspect(3)).tick(100_000).assertSent();
        desk.take(new Event.Suspect(1)).tick(199_999).assertSent();
        desk.tick(200_000).assertSent(toAll(new Poll(0)));
        long deadline = desk.state.watch().campaign().deadline();
        desk.take(new Event.Suspect(1));
        assertEquals(deadline, desk.state.watch().campaign().deadline());
        assertEquals(MemberSet.of(1, 3), desk.state.watch().peers().suspects());
    }
}
