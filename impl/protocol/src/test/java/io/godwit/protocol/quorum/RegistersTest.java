package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.AB;
import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.FIRST;
import static io.godwit.protocol.quorum.ControlFixture.VOTERS;
import static io.godwit.protocol.quorum.ControlFixture.assertRefused;
import static io.godwit.protocol.quorum.ControlFixture.assertStep;
import static io.godwit.protocol.quorum.ControlFixture.entry;
import static io.godwit.protocol.quorum.ControlFixture.founder;
import static io.godwit.protocol.quorum.ControlFixture.master;
import static io.godwit.protocol.quorum.ControlFixture.restamped;
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.ControlFixture.without;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.registers.Acceptances;
import io.godwit.protocol.quorum.registers.Ballot;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import org.junit.jupiter.api.Test;

class RegistersTest {
    private final Stamps stamps = new Stamps();

    private static final Entry LATER = entry(2, 3);

    /** A state in which another proposal is outstanding. */
    private static ControlState proposing() {
        Entry entry = entry(1, 3);
        return master(1)
                .withOutstanding(
                        master(1).outstanding().with(1, entry),
                        master(1).answers().with(1, master(1).answers().get(1).proposedBy(1)));
    }

    @Test
    void founderStartsWithTheFirstTable() {
        PartitionVector<Entry> first = PartitionVector.filled(2, FIRST);
        PartitionVector<Entry> none = PartitionVector.filled(2, Entry.NONE);
        assertEquals(
                new ControlState(
                        3,
                        0,
                        Role.FOLLOWER,
                        first,
                        first,
                        none,
                        stamps.of(first),
                        new Voting(new Version(0, 1), VOTERS),
                        Ballot.EMPTY,
                        PartitionVector.filled(2, Acceptances.NONE),
                        MemberSet.of()),
                founder(3));
    }

    @Test
    void laterTermIsHeardAndItsProposalAccepted() {
        PartitionVector<Entry> registers = founder(2).accepted().with(1, LATER);
        assertStep(
                founder(2).inTerm(2, Role.FOLLOWER).withAccepted(registers, stamps.of(registers)),
                take(founder(2), s -> ALL.registers().handleAccept(s, 1, new Accept(1, LATER))),
                new Command.Send(1, new Accepted(1, LATER)));
    }

    @Test
    void laterTermEndsMastership() {
        ControlState master = proposing();
        ControlState after = take(master, s -> ALL.registers().handleAccept(s, 2, new Accept(0, LATER)))
                .state();
        assertEquals(Role.FOLLOWER, after.role());
        assertEquals(2, after.term());
        assertEquals(PartitionVector.filled(2, Entry.NONE), after.outstanding());
        assertEquals(PartitionVector.filled(2, Acceptances.NONE), after.answers());
        assertEquals(MemberSet.of(), after.installed());
        assertEquals(master.committed(), after.committed());
        assertEquals(master.voting(), after.voting());
    }

    @Test
    void ownTermChangesNothingElse() {
        ControlState candidate = founder(2)
                .inTerm(2, Role.CANDIDATE)
                .withBallot(Ballot.EMPTY.with(2, new Vote(2, founder(2).accepted(), Voting.NONE)));
        ControlState after = take(candidate, s -> ALL.registers().handleAccept(s, 1, new Accept(1, LATER)))
                .state();
        assertEquals(Role.CANDIDATE, after.role());
        assertEquals(candidate.ballot(), after.ballot());
    }

    @Test
    void voterRefusesProposalOfOlderTerm() {
        ControlState state = founder(2).inTerm(3, Role.FOLLOWER);
        assertRefused(QuorumRule.ACCEPT_CHECKS_TERM, state, take(state, s -> ALL.registers()
                .handleAccept(s, 1, new Accept(1, LATER))));
        ControlState mutant = take(state, s -> without(QuorumRule.ACCEPT_CHECKS_TERM)
                        .registers()
                        .handleAccept(s, 1, new Accept(1, LATER)))
                .state();
        assertEquals(LATER, mutant.accepted().get(1));
        assertEquals(3, mutant.term());
    }

    @Test
    void acceptedVersionNeverDecreases() {
        ControlState state = founder(2).withAccepted(founder(2).accepted().with(1, LATER), 5);
        assertRefused(QuorumRule.ACCEPT_CHECKS_VERSION, state, take(state, s -> ALL.registers()
                .handleAccept(s, 1, new Accept(1, LATER))));
        assertRefused(QuorumRule.ACCEPT_CHECKS_VERSION, state, take(state, s -> ALL.registers()
                .handleAccept(s, 1, new Accept(1, entry(2, 2)))));
        assertTrue(take(state, s -> without(QuorumRule.ACCEPT_CHECKS_VERSION)
                        .registers()
                        .handleAccept(s, 1, new Accept(1, entry(2, 2))))
                .accepted());
    }

    @Test
    void answerIsRepeated() {
        ControlState state = founder(2).withAccepted(founder(2).accepted().with(1, LATER), 5);
        assertStep(
                state,
                take(state, s -> ALL.registers().repeatAccepted(s, 1, new Accept(1, LATER))),
                new Command.Send(1, new Accepted(1, LATER)));
        assertRefused(QuorumRule.ANSWERS_PROPOSAL, state, take(state, s -> ALL.registers()
                .repeatAccepted(s, 1, new Accept(1, entry(2, 2)))));
    }

    @Test
    void masterCountsAnswers() {
        ControlState state = proposing();
        assertStep(
                state.withAnswers(state.answers().with(1, new Acceptances(MemberSet.of(1, 3), VOTERS))),
                take(state, s -> ALL.registers().handleAccepted(s, 3, new Accepted(1, entry(1, 3)))));
        assertStep(
                state.withAnswers(state.answers().with(1, new Acceptances(MemberSet.of(1), MemberSet.of(1, 2, 3, 4)))),
                take(state, s -> ALL.registers().handleAccepted(s, 4, new Accepted(1, restamped()))));
        assertRefused(QuorumRule.ANSWERS_PROPOSAL, state, take(state, s -> ALL.registers()
                .handleAccepted(s, 3, new Accepted(1, entry(1, 4)))));
        ControlState follower = state.withRole(Role.FOLLOWER);
        assertRefused(QuorumRule.IS_MASTER, follower, take(follower, s -> ALL.registers()
                .handleAccepted(s, 3, new Accepted(1, entry(1, 3)))));
    }

    @Test
    void majorityDecides() {
        ControlState state = proposing();
        ControlState ready =
                state.withAnswers(state.answers().with(1, state.answers().get(1).withOutstanding(2)));
        assertStep(
                ready.withCommitted(ready.committed().with(1, entry(1, 3)))
                        .withOutstanding(
                                ready.outstanding().with(1, Entry.NONE),
                                ready.answers().with(1, new Acceptances(MemberSet.of(), MemberSet.of(1, 2)))),
                take(ready, s -> ALL.registers().commitProposal(s, 1)),
                new Command.Send(Members.EVERYBODY, new Commit(1, entry(1, 3))));
        assertRefused(QuorumRule.OWN_ACCEPT_IS_ONE_VOTE, state, take(state, s -> ALL.registers()
                .commitProposal(s, 1)));
        ControlState learner =
                state.withAnswers(state.answers().with(1, state.answers().get(1).withOutstanding(4)));
        assertRefused(QuorumRule.OWN_ACCEPT_IS_ONE_VOTE, learner, take(learner, s -> ALL.registers()
                .commitProposal(s, 1)));
        assertRefused(QuorumRule.HAS_OUTSTANDING, ready, take(ready, s -> ALL.registers()
                .commitProposal(s, 0)));
        ControlState follower = ready.withRole(Role.FOLLOWER);
        assertRefused(QuorumRule.IS_MASTER, follower, take(follower, s -> ALL.registers()
                .commitProposal(s, 1)));
    }

    @Test
    void unguardedMinorityDecides() {
        ControlState state = proposing();
        assertTrue(take(state, s -> without(QuorumRule.OWN_ACCEPT_IS_ONE_VOTE)
                        .registers()
                        .commitProposal(s, 1))
                .accepted());
        assertTrue(take(state, s -> without(QuorumRule.SUSPICION_KEEPS_MAJORITY)
                        .registers()
                        .commitProposal(s, 1))
                .accepted());
    }

    @Test
    void decisionIsLearnedOnceAndInOrder() {
        ControlState state = founder(3);
        assertStep(
                state.inTerm(2, Role.FOLLOWER).withCommitted(state.committed().with(1, LATER)),
                take(state, s -> ALL.registers().handleCommit(s, 1, new Commit(1, LATER))));
        ControlState after = state.withCommitted(state.committed().with(1, LATER));
        assertRefused(QuorumRule.COMMIT_CHECKS_VERSION, after, take(after, s -> ALL.registers()
                .handleCommit(s, 1, new Commit(1, LATER))));
        assertRefused(QuorumRule.COMMIT_CHECKS_VERSION, after, take(after, s -> ALL.registers()
                .handleCommit(s, 1, new Commit(1, entry(2, 2)))));
        assertTrue(take(after, s -> without(QuorumRule.COMMIT_CHECKS_VERSION)
                        .registers()
                        .handleCommit(s, 1, new Commit(1, entry(2, 2))))
                .accepted());
    }

    @Test
    void decisionIsLearnedFromATermThatIsOver() {
        ControlState state = founder(3).inTerm(5, Role.CANDIDATE);
        assertStep(state.withCommitted(state.committed().with(1, LATER)), take(state, s -> ALL.registers()
                .handleCommit(s, 1, new Commit(1, LATER))));
    }

    @Test
    void acceptedAndDecidedShareOneEntry() {
        Entry mine = entry(2, 3);
        ControlState state = founder(3).withAccepted(founder(3).accepted().with(1, mine), 5);
        ControlState after = take(state, s -> ALL.registers().handleCommit(s, 1, new Commit(1, LATER)))
                .state();
        assertSame(mine, after.committed().get(1));
    }

    @Test
    void majoritiesAreOfTheVoters() {
        Voting four = Voting.first(MemberSet.of(1, 2, 3, 4));
        assertTrue(four.isMajority(MemberSet.of(1, 2, 3)));
        assertFalse(four.isMajority(MemberSet.of(1, 2, 5, 6)));
        assertFalse(Voting.NONE.isMajority(MemberSet.of(1)));
        assertEquals(new Voting(new Version(0, 1), MemberSet.of(1, 2, 3, 4)), four);
        assertEquals(new Voting(new Version(3, 2), VOTERS), four.next(3, VOTERS));
    }

    @Test
    void voterSetsAreOrderedByTermFirst() {
        Voting v = new Voting(new Version(2, 5), VOTERS);
        assertTrue(v.newerThan(new Voting(new Version(1, 9), VOTERS)));
        assertTrue(v.newerThan(new Voting(new Version(2, 4), VOTERS)));
        assertFalse(v.newerThan(v));
        assertFalse(v.newerThan(new Voting(new Version(2, 6), VOTERS)));
        assertFalse(v.newerThan(new Voting(new Version(3, 1), VOTERS)));
        assertTrue(v.newerThan(Voting.NONE));
    }

    @Test
    void messagesCarryTerms() {
        assertEquals(2, new Accept(0, LATER).term());
        assertEquals(2, new Accepted(0, LATER).term());
        assertEquals(2, new Commit(0, LATER).term());
        assertEquals(4, new ControlMessage.Voters(new Voting(new Version(4, 1), VOTERS)).term());
        assertEquals(4, new ControlMessage.VotersInstalled(new Voting(new Version(4, 1), VOTERS)).term());
    }

    @Test
    void partsAreNotMissing() {
        assertThrows(NullPointerException.class, () -> new Voting(new Version(1, 1), null));
        assertThrows(NullPointerException.class, () -> new Acceptances(null, VOTERS));
        assertThrows(NullPointerException.class, () -> new Acceptances(VOTERS, null));
        assertEquals(AB, LATER.configuration().withoutMigration());
    }
}
