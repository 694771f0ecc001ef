package io.godwit.protocol.quorum.engine;

import static io.godwit.protocol.quorum.engine.EngineFixture.START;
import static io.godwit.protocol.quorum.engine.EngineFixture.VOTERS;
import static io.godwit.protocol.quorum.engine.EngineFixture.to;
import static io.godwit.protocol.quorum.engine.EngineFixture.toAll;
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
import io.godwit.protocol.quorum.QuorumMessage.PreVoteReply;
import io.godwit.protocol.quorum.QuorumMessage.PreVoteRequest;
import io.godwit.protocol.quorum.QuorumMessage.StateProgress;
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
import io.godwit.protocol.quorum.table.Version;
import org.junit.jupiter.api.Test;

class MasterElectionTest {
    private static final Voting FIRST = Voting.first(VOTERS);
    private static final MemberSet NOBODY = MemberSet.of();
    private static final Configuration AB = Configuration.settled(1, 2);

    private static Heartbeat beat(int term, QuorumState of) {
        return new Heartbeat(
                term,
                of.control().stamp(),
                of.local().tableStamps().decidedStamp(),
                NOBODY,
                of.local().state());
    }

    /** Has asked around once. */
    private static EngineFixture asking(int self) {
        EngineFixture fixture = EngineFixture.founder(self, 3, 1);
        fixture.tick(Timing.MASTER_SILENCE + (self - 1) * Timing.RANK_DELAY).assertSent(toAll(new PreVoteRequest(0)));
        return fixture;
    }

    @Test
    void memberWithoutMasterAsksOlderMembersSooner() {
        EngineFixture.founder(1, 3, 1).tick(499_999).assertSent();
        EngineFixture.founder(1, 3, 1).tick(500_000).assertSent(toAll(new PreVoteRequest(0)));
        EngineFixture.founder(3, 3, 1).tick(699_999).assertSent();
        EngineFixture.founder(3, 3, 1).tick(700_000).assertSent(toAll(new PreVoteRequest(0)));
    }

    @Test
    void leaverAsksLateAndALearnerNever() {
        EngineFixture leaver =
                EngineFixture.founder(2, 3, 1).leaving(2).receive(1, beat(0, EngineFixture.founder(2, 3, 1).state));
        leaver.tick(1_599_999).assertSent();
        leaver.tick(1_600_000).assertSent(toAll(new PreVoteRequest(0)));
        EngineFixture.founder(6, 7, 1).tick(60_000_000).assertSent();
    }

    @Test
    void timeBetweenQuestionsGrows() {
        EngineFixture fixture = asking(2);
        long now = 600_000;
        for (int wait : new int[] {400_000, 500_000, 600_000, 700_000, 700_000}) {
            fixture.tick(now + wait - 1).assertSent();
            now += wait;
            fixture.tick(now).assertSent(toAll(new PreVoteRequest(0)));
        }
    }

    @Test
    void majorityThatIsAloneMakesACandidate() {
        EngineFixture fixture = asking(1);
        fixture.receive(2, new PreVoteReply(0, false)).assertSent();
        fixture.receive(2, new PreVoteReply(6, true))
                .assertSent(toAll(new VoteRequest(7, FIRST)), toAll(new PreVoteRequest(7)));
        assertEquals(Role.CANDIDATE, fixture.state.control().role());
        fixture.receive(3, new PreVoteReply(6, true)).assertSent();
        assertEquals(7, fixture.state.control().term());
    }

    @Test
    void answersToNoQuestionAreNothing() {
        EngineFixture.founder(1, 3, 1).receive(2, new PreVoteReply(0, true)).assertSent();
        EngineFixture master = EngineFixture.master(AB);
        master.receive(2, new PreVoteReply(9, true)).assertSent();
        assertEquals(9, master.state.local().election().highestTerm());
    }

    @Test
    void learnersDoNotMakeAMajority() {
        EngineFixture fixture = asking(1);
        fixture.receive(4, new PreVoteReply(0, true)).assertSent();
        fixture.receive(3, new PreVoteReply(0, true))
                .assertSent(toAll(new VoteRequest(1, FIRST)), toAll(new PreVoteRequest(1)));
    }

    @Test
    void questionAgainForgetsTheAnswers() {
        EngineFixture fixture = EngineFixture.founder(1, 5, 1);
        fixture.tick(500_000).receive(2, new PreVoteReply(0, true)).assertSent();
        fixture.tick(800_000).assertSent(toAll(new PreVoteRequest(0)));
        fixture.receive(3, new PreVoteReply(0, true)).assertSent();
    }

    @Test
    void votesMakeAMasterThatDecidesTheTableAgain() {
        EngineFixture fixture = asking(1).receive(2, new PreVoteReply(0, true));
        PartitionVector<Entry> registers = fixture.state.control().accepted();
        Entry entry = Entry.first(AB).restamped(1);
        fixture.receive(3, new Vote(2, registers, FIRST)).assertSent();
        fixture.receive(3, new Vote(1, registers, FIRST));
        long stamp = new Stamps().of(PartitionVector.filled(1, entry));
        fixture.assertSent(
                toAll(new Accept(0, entry)),
                toAll(new Voters(new Voting(new Version(1, 2), VOTERS))),
                toAll(new Heartbeat(
                        1, stamp, new Stamps().of(registers), NOBODY, new StateProgress(new Version(1, 2), 1))));
        MasterState master = fixture.state.master();
        assertEquals(START + 500_000, master.membership().since());
        assertEquals(MemberSet.of(1, 2, 3), master.cluster().up());
        assertEquals(VOTERS, master.cluster().voters());
        assertEquals(Copies.all(2), master.cluster().copies());
        assertEquals(START + 600_000, master.timers().heartbeat());
        assertEquals(START + 500_000, master.timers().round());
        LocalState.Election campaign = fixture.state.local().election();
        assertEquals(0, campaign.attempts());
        assertEquals(NOBODY, campaign.withoutMaster());
    }

    @Test
    void newMasterTakesAllWhoHavePartsToLive() {
        EngineFixture fixture = EngineFixture.founder(1, 7, 7);
        fixture.tick(500_000).receive(2, new PreVoteReply(0, true)).receive(3, new PreVoteReply(0, true));
        PartitionVector<Entry> registers = fixture.state.control().accepted();
        Voting voting = fixture.state.control().voting();
        fixture.receive(2, new Vote(1, registers, voting)).receive(3, new Vote(1, registers, voting));
        assertTrue(fixture.state.control().isMaster());
        assertEquals(
                MemberSet.of(1, 2, 3, 4, 5, 6, 7),
                fixture.state.master().cluster().up());
    }

    @Test
    void soleVoterDecidesAtOnce() {
        EngineFixture fixture = EngineFixture.founder(1, 1, 2).tick(500_000);
        assertTrue(fixture.state.control().isMaster());
        Entry entry = Entry.first(Configuration.settled(1)).restamped(1);
        assertEquals(PartitionVector.filled(2, entry), fixture.state.control().committed());
        assertEquals(
                new Stamps().of(PartitionVector.filled(2, entry)),
                fixture.state.local().tableStamps().decidedStamp());
        assertEquals(entry.version(), fixture.state.data().replica(1).epoch());
    }

    @Test
    void heartbeatIsAnsweredAndFollowed() {
        EngineFixture fixture = asking(2);
        fixture.tick(700_000);
        fixture.receive(1, beat(0, fixture.state)).assertSent(to(1, new HeartbeatReply(0, NOBODY)));
        assertEquals(
                new LocalState.FollowerState(1, 0, START + 700_000),
                fixture.state.local().follower());
        fixture.tick(1_299_999).assertSent();
        fixture.tick(1_300_000).assertSent(toAll(new PreVoteRequest(0)));
    }

    @Test
    void heartbeatOfATermThatIsOverIsAnsweredOnly() {
        EngineFixture fixture = EngineFixture.founder(2, 3, 1);
        fixture.with(fixture.state.control().inTerm(3, Role.FOLLOWER));
        fixture.tick(300_000).receive(1, new Heartbeat(2, 5, 5, NOBODY));
        fixture.receive(1, new Heartbeat(2, 5, 5, NOBODY)).assertSent(to(1, new HeartbeatReply(3, NOBODY)));
        assertEquals(0, fixture.state.local().follower().master());
        fixture.tick(600_000).assertSent(toAll(new PreVoteRequest(3)));
    }

    @Test
    void laggingReplicaAsksAfterSilence() {
        EngineFixture fixture = EngineFixture.founder(2, 3, 1);
        HeartbeatReply reply = new HeartbeatReply(0, NOBODY);
        long stamp = fixture.state.control().stamp();
        long decided = fixture.state.local().tableStamps().decidedStamp();
        Fetch fetch = new Fetch(
                fixture.state.control().accepted(), fixture.state.control().committed());
        fixture.receive(1, new Heartbeat(0, 5, decided, NOBODY)).assertSent(to(1, reply));
        fixture.receive(1, new Heartbeat(0, stamp, 5, NOBODY)).assertSent(to(1, reply), to(1, fetch));
        Entry next = new Entry(new Version(0, 2), new Version(0, 1), AB);
        fixture.receive(1, new Accept(0, next));
        fixture.receive(1, new Heartbeat(0, 5, 5, NOBODY)).assertSent(to(1, reply));
        fixture.receive(1, new Commit(0, next));
        fixture.receive(1, new Heartbeat(0, 5, 5, NOBODY)).assertSent(to(1, reply));
        fixture.receive(1, beat(0, fixture.state)).assertSent(to(1, reply));
        fixture.receive(1, new Heartbeat(0, 5, 5, NOBODY));
        assertEquals(2, fixture.sent().size());
    }

    @Test
    void leavingMembersAreForwarded() {
        EngineFixture fixture = EngineFixture.founder(2, 3, 1);
        fixture.take(new Event.Leave()).assertSent();
        long stamp = fixture.state.control().stamp();
        fixture.receive(1, new Heartbeat(0, stamp, stamp, MemberSet.of(7)))
                .assertSent(to(1, new HeartbeatReply(0, MemberSet.of(2, 7))));
        fixture.receive(3, new HeartbeatReply(0, MemberSet.of(3))).assertSent();
        assertEquals(MemberSet.of(2, 3, 7), fixture.state.local().peers().leaving());
    }

    @Test
    void masterShowsItselfAndHearsAnswers() {
        EngineFixture fixture = EngineFixture.master(AB);
        fixture.tick(99_999).assertSent();
        fixture.tick(100_000).assertSent(toAll(beat(1, fixture.state)));
        fixture.tick(149_999).assertSent();
        fixture.receive(7, new HeartbeatReply(1, NOBODY)).assertSent();
        assertEquals(
                START + 149_999, fixture.state.master().membership().heard().get(7));
        fixture.waited()
                .tick(150_000)
                .assertSent(
                        to(7, new Voters(fixture.state.control().voting())),
                        to(4, new Accept(0, EngineFixture.decided(AB))));
        assertEquals(START + 300_000, fixture.state.master().timers().round());
        assertEquals(
                MemberSet.of(1, 2, 3, 4, 5, 7), fixture.state.master().cluster().up());
    }

    @Test
    void decisionsAreToldWithTheNextTickButNotThoseOfAnEarlierMaster() {
        Entry next = new Entry(new Version(1, 3), new Version(1, 2), Configuration.settled(2, 1));
        EngineFixture fixture = EngineFixture.master(AB, AB);
        fixture.with(fixture.state
                .control()
                .withCommitted(fixture.state.control().committed().with(1, next)));
        Commit told = new Commit(1, next);
        QuorumState untold = fixture.state;
        fixture.tick(10_000).assertSent(to(3, told), to(4, told), to(5, told));
        fixture.tick(20_000).assertSent();
        EngineFixture later = new EngineFixture(untold);
        later.with(untold.control().inTerm(2, Role.MASTER)).tick(10_000).assertSent();
        later.tick(20_000).assertSent();
    }

    @Test
    void laterTermEndsAMastershipAndBeginsAnElection() {
        EngineFixture fixture = EngineFixture.master(AB);
        fixture.receive(3, new HeartbeatReply(4, NOBODY))
                .assertSent(
                        toAll(new VoteRequest(5, new Voting(new Version(1, 2), VOTERS))), toAll(new PreVoteRequest(5)));
        assertEquals(Role.CANDIDATE, fixture.state.control().role());
        assertEquals(MasterState.NONE, fixture.state.master());
    }

    @Test
    void masterThatHearsNoMajorityResigns() {
        EngineFixture fixture = EngineFixture.master(AB);
        fixture.tick(800_000);
        assertTrue(fixture.state.control().isMaster());
        fixture.with(fixture.state.master().withNextRound(0)).tick(800_001).assertSent();
        assertEquals(Role.FOLLOWER, fixture.state.control().role());
        assertEquals(1, fixture.state.control().term());
        assertEquals(MasterState.NONE, fixture.state.master());
        assertEquals(START + 1_300_001, fixture.state.local().election().deadline());
        EngineFixture kept = EngineFixture.master(AB).tick(700_000).receive(2, new HeartbeatReply(1, NOBODY));
        kept.with(kept.state.master().withNextRound(0)).tick(1_500_000);
        assertTrue(kept.state.control().isMaster());
        kept.with(kept.state.master().withNextRound(0)).tick(1_500_001);
        assertFalse(kept.state.control().isMaster());
    }

    /** Has heard these since it is master. */
    private static EngineFixture hearing(EngineFixture fixture, int... members) {
        fixture.tick(1);
        for (int member : members) {
            fixture.receive(member, new HeartbeatReply(1, NOBODY));
        }
        return fixture;
    }

    @Test
    void masterThatLeavesResignsForASuccessor() {
        EngineFixture fixture =
                hearing(EngineFixture.master(AB).leaving(1), 2, 3).tick(150_000);
        assertFalse(fixture.state.control().isMaster());
        EngineFixture deaf = hearing(EngineFixture.master(AB).leaving(1, 2), 2).tick(150_000);
        assertTrue(deaf.state.control().isMaster());
        EngineFixture last =
                hearing(EngineFixture.master(AB).leaving(1, 2, 3), 2, 3).tick(150_000);
        assertTrue(last.state.control().isMaster());
        EngineFixture alone =
                hearing(EngineFixture.master(AB).leaving(1, 3), 2, 3).tick(150_000);
        assertFalse(alone.state.control().isMaster());
    }

    @Test
    void memberThatMissesEntriesIsSentThem() {
        EngineFixture fixture = EngineFixture.master(AB, AB, AB);
        Entry decided = EngineFixture.decided(AB);
        Entry proposed = new Entry(new Version(1, 3), new Version(1, 2), AB.withoutInSync(2));
        Entry old = Entry.first(AB);
        fixture.with(fixture.state
                .control()
                .withAccepted(fixture.state.control().accepted().with(2, proposed), 0));
        PartitionVector<Entry> theirs = PartitionVector.filled(3, old).with(1, decided);
        fixture.receive(5, new Fetch(theirs, theirs))
                .assertSent(
                        to(5, new Accept(0, decided)),
                        to(5, new Commit(0, decided)),
                        to(5, new Accept(2, proposed)),
                        to(5, new Commit(2, decided)));
        fixture.with(fixture.state.control().inTerm(2, Role.MASTER))
                .receive(5, new Fetch(theirs, theirs))
                .assertSent();
        fixture.with(fixture.state.control().inTerm(1, Role.FOLLOWER))
                .receive(5, new Fetch(theirs, theirs))
                .assertSent();
    }

    @Test
    void questionIsAnswered() {
        EngineFixture fixture =
                EngineFixture.founder(2, 3, 1).receive(1, beat(0, EngineFixture.founder(2, 3, 1).state));
        fixture.tick(499_999).receive(3, new PreVoteRequest(4)).assertSent(to(3, new PreVoteReply(0, false)));
        assertEquals(4, fixture.state.local().election().highestTerm());
        fixture.receive(1, new PreVoteRequest(0)).assertSent(to(1, new PreVoteReply(0, true)));
        fixture.tick(500_000).receive(3, new PreVoteRequest(0)).assertSent(to(3, new PreVoteReply(0, true)));
        EngineFixture suspecting =
                EngineFixture.founder(2, 3, 1).receive(1, beat(0, EngineFixture.founder(2, 3, 1).state));
        suspecting
                .take(new Event.Suspect(1))
                .receive(3, new PreVoteRequest(0))
                .assertSent(to(3, new PreVoteReply(0, true)));
        suspecting
                .take(new Event.Trust(1))
                .receive(3, new PreVoteRequest(0))
                .assertSent(to(3, new PreVoteReply(0, false)));
        EngineFixture.master(AB)
                .tick(600_000)
                .receive(2, new PreVoteRequest(1))
                .assertSent(to(2, new PreVoteReply(1, false)));
    }

    @Test
    void voteTellsWhoLeavesAndIsWaitedFor() {
        EngineFixture fixture = EngineFixture.founder(2, 3, 1).leaving(9).tick(550_000);
        fixture.receive(1, new VoteRequest(3, FIRST))
                .assertSent(
                        to(1, new Vote(3, fixture.state.control().accepted(), FIRST)),
                        to(1, new HeartbeatReply(3, MemberSet.of(9))));
        Vote vote = new Vote(3, fixture.state.control().accepted(), FIRST);
        assertEquals(
                new LocalState.FollowerState(
                        1, 3, START + 550_000, new LocalState.GrantedVote(vote, 0, START + 700_000)),
                fixture.state.local().follower());
        assertEquals(START + 1_150_000, fixture.state.local().election().deadline());
        fixture.receive(1, new VoteRequest(2, FIRST)).assertSent();
    }

    @Test
    void candidateAsksThoseAgainWhoHaveNotGotItsRequest() {
        EngineFixture fixture = asking(1).receive(2, new PreVoteReply(0, true));
        fixture.tick(799_999).assertSent();
        fixture.tick(800_000).assertSent(toAll(new PreVoteRequest(1)));
        fixture.receive(4, new PreVoteReply(0, false)).assertSent();
        fixture.receive(2, new PreVoteReply(0, true)).assertSent(to(2, new VoteRequest(1, FIRST)));
        fixture.receive(3, new PreVoteReply(1, true))
                .assertSent(toAll(new VoteRequest(2, FIRST)), toAll(new PreVoteRequest(2)));
        fixture.receive(2, new PreVoteReply(0, true)).assertSent();
    }

    @Test
    void candidateWaitsForVotesThatAreGiven() {
        EngineFixture fixture = EngineFixture.founder(1, 5, 1).tick(500_000);
        fixture.receive(2, new PreVoteReply(0, true)).receive(3, new PreVoteReply(0, true));
        fixture.receive(2, new HeartbeatReply(0, NOBODY))
                .receive(2, new HeartbeatReply(1, NOBODY))
                .assertSent();
        fixture.tick(600_000).assertSent(toAll(new PreVoteRequest(1)));
        fixture.tick(650_000).receive(3, new HeartbeatReply(1, NOBODY)).assertSent();
        fixture.receive(3, new HeartbeatReply(1, NOBODY));
        fixture.tick(749_999).assertSent();
        fixture.tick(750_000).assertSent(to(2, new HeartbeatReply(1, NOBODY)), to(3, new HeartbeatReply(1, NOBODY)));
        fixture.receive(2, new Vote(1, fixture.state.control().accepted(), Voting.first(MemberSet.of(1, 2, 3, 4, 5))));
        fixture.tick(849_999).assertSent();
        fixture.tick(850_000).assertSent(to(3, new HeartbeatReply(1, NOBODY)));
        EngineFixture late = new EngineFixture(fixture.state).tick(4_649_999);
        late.assertSent(to(3, new HeartbeatReply(1, NOBODY)));
        late.tick(4_749_999).assertSent(toAll(new PreVoteRequest(1)));
        EngineFixture patient = new EngineFixture(fixture.state).tick(4_550_000);
        patient.assertSent(to(3, new HeartbeatReply(1, NOBODY)));
        patient.tick(4_650_000).assertSent(toAll(new PreVoteRequest(1)));
        fixture.take(new Event.Suspect(3)).tick(950_000).assertSent(toAll(new PreVoteRequest(1)));
    }

    @Test
    void promiseIsWorthNothingInAnotherTerm() {
        EngineFixture fixture = EngineFixture.founder(1, 5, 1).tick(500_000);
        fixture.receive(2, new PreVoteReply(0, true)).receive(3, new PreVoteReply(0, true));
        fixture.receive(2, new HeartbeatReply(1, NOBODY)).receive(3, new HeartbeatReply(1, NOBODY));
        fixture.receive(4, new VoteRequest(2, Voting.first(MemberSet.of(1, 2, 3, 4, 5))));
        fixture.tick(999_999).assertSent();
        fixture.tick(1_000_000).assertSent(toAll(new PreVoteRequest(2)));
    }

    @Test
    void voterWaitsAsLongAsItsCandidate() {
        EngineFixture fixture = EngineFixture.founder(2, 3, 1).tick(550_000).receive(1, new VoteRequest(3, FIRST));
        fixture.tick(1_050_000).receive(1, new HeartbeatReply(3, NOBODY));
        fixture.receive(3, new PreVoteRequest(3)).assertSent(to(3, new PreVoteReply(3, false)));
        assertEquals(START + 1_050_000, fixture.state.local().follower().heard());
        assertEquals(START + 1_650_000, fixture.state.local().election().deadline());
        fixture.tick(1_100_000);
        fixture.receive(3, new HeartbeatReply(3, NOBODY)).receive(1, new HeartbeatReply(2, NOBODY));
        assertEquals(START + 1_650_000, fixture.state.local().election().deadline());
    }

    @Test
    void voteThatTheCandidateWaitsForIsSentAgain() {
        EngineFixture fixture = EngineFixture.founder(2, 3, 1).tick(550_000).receive(1, new VoteRequest(3, FIRST));
        Vote vote = new Vote(3, fixture.state.control().accepted(), FIRST);
        HeartbeatReply reminder = new HeartbeatReply(3, NOBODY);
        fixture.tick(699_999).receive(1, reminder).assertSent();
        fixture.tick(700_000).receive(1, reminder).assertSent(to(1, vote));
        fixture.tick(999_999).receive(1, reminder).assertSent();
        fixture.tick(1_000_000).receive(3, reminder).assertSent();
        fixture.receive(1, new HeartbeatReply(2, NOBODY)).assertSent();
        fixture.receive(1, reminder).assertSent(to(1, vote));
        EngineFixture later = new EngineFixture(fixture.state)
                .receive(3, new VoteRequest(4, FIRST))
                .tick(1_500_000);
        later.receive(1, reminder).assertSent();
        fixture.tick(1_500_000).receive(1, beat(3, fixture.state));
        fixture.tick(1_700_000).receive(1, reminder).assertSent();
    }

    @Test
    void memberLeavesTimeToOtherCandidate() {
        EngineFixture fixture = asking(2).receive(1, new PreVoteRequest(1));
        fixture.assertSent(to(1, new PreVoteReply(0, true)));
        assertEquals(
                new LocalState.FollowerState(1, 1, START), fixture.state.local().follower());
        fixture.receive(3, new PreVoteReply(0, true)).assertSent();
        fixture.receive(3, new PreVoteRequest(1)).assertSent(to(3, new PreVoteReply(0, true)));
        fixture.tick(4_699_999).assertSent();
        fixture.tick(4_700_000).assertSent(toAll(new PreVoteRequest(0)));
        EngineFixture dead = asking(2).receive(1, new PreVoteRequest(1)).take(new Event.Suspect(1));
        dead.tick(699_999).assertSent();
        dead.tick(700_000).assertSent(toAll(new PreVoteRequest(0)));
        EngineFixture suspected = asking(2).take(new Event.Suspect(1)).receive(1, new PreVoteRequest(1));
        assertEquals(START + 1_000_000, suspected.state.local().election().deadline());
        EngineFixture hearing =
                EngineFixture.founder(2, 3, 1).receive(1, beat(0, EngineFixture.founder(2, 3, 1).state));
        hearing.receive(3, new PreVoteRequest(1));
        assertEquals(START + 600_000, hearing.state.local().election().deadline());
    }

    @Test
    void memberWithNewerVotersReplacesCandidate() {
        Voting newer = new Voting(new Version(1, 2), VOTERS);
        EngineFixture fixture = EngineFixture.founder(2, 3, 1);
        fixture.with(fixture.state.control().withVoting(newer)).tick(499_999);
        fixture.receive(1, new VoteRequest(3, FIRST)).assertSent();
        fixture.tick(500_000)
                .receive(1, new VoteRequest(3, FIRST))
                .assertSent(toAll(new VoteRequest(4, newer)), toAll(new PreVoteRequest(4)));
        EngineFixture learner = EngineFixture.founder(2, 3, 1);
        learner.with(learner.state.control().withVoting(new Voting(new Version(1, 2), MemberSet.of(1, 3))))
                .tick(500_000)
                .receive(1, new VoteRequest(3, FIRST))
                .assertSent();
        EngineFixture master = EngineFixture.master(AB).tick(600_000);
        master.receive(2, new VoteRequest(3, FIRST)).assertSent();
    }

    @Test
    void masterLooksAtTheNextTickWhenSomebodyIsSuspected() {
        EngineFixture fixture = EngineFixture.master(AB).tick(10_000);
        fixture.take(new Event.Suspect(2));
        assertEquals(START + 10_000, fixture.state.master().timers().round());
        fixture.tick(20_000);
        assertFalse(fixture.state.master().cluster().up().contains(2));
    }

    @Test
    void suspectedMasterIsMissedAtOnce() {
        EngineFixture fixture =
                EngineFixture.founder(2, 3, 1).receive(1, beat(0, EngineFixture.founder(2, 3, 1).state));
        fixture.take(new Event.Suspect(3)).tick(100_000).assertSent();
        fixture.take(new Event.Suspect(1)).tick(199_999).assertSent();
        fixture.tick(200_000).assertSent(toAll(new PreVoteRequest(0)));
        long deadline = fixture.state.local().election().deadline();
        fixture.take(new Event.Suspect(1));
        assertEquals(deadline, fixture.state.local().election().deadline());
        assertEquals(MemberSet.of(1, 3), fixture.state.local().peers().suspects());
    }
}
