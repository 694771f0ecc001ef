package io.godwit.protocol.quorum.registers;

import static io.godwit.protocol.quorum.Scene.AB;
import static io.godwit.protocol.quorum.Scene.FIRST;
import static io.godwit.protocol.quorum.Scene.VOTERS;
import static io.godwit.protocol.quorum.Scene.assertRefused;
import static io.godwit.protocol.quorum.Scene.assertStep;
import static io.godwit.protocol.quorum.Scene.entry;
import static io.godwit.protocol.quorum.Scene.founder;
import static io.godwit.protocol.quorum.Scene.master;
import static io.godwit.protocol.quorum.Scene.receivedFrom;
import static io.godwit.protocol.quorum.Scene.restamped;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.table.Entry;
import org.junit.jupiter.api.Test;

class RegistersTest {
    private final Stamps stamps = new Stamps(Guards.ALL);

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
    void aFounderStartsWithTheFirstTable() {
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
                        new Voting(0, 1, VOTERS),
                        Ballot.EMPTY,
                        PartitionVector.filled(2, Answers.NONE),
                        MemberSet.of()),
                founder(3));
    }

    @Test
    void aLaterTermIsHeardAndItsProposalAccepted() {
        PartitionVector<Entry> registers = founder(2).accepted().with(1, LATER);
        assertStep(
                founder(2).inTerm(2, Role.FOLLOWER).withAccepted(registers, stamps.of(registers)),
                new HandleAccept(Guards.ALL).handle(founder(2), receivedFrom(1, new Accept(1, LATER))),
                new Command.Send(1, new Accepted(1, LATER)));
    }

    @Test
    void aLaterTermEndsMastership() {
        ControlState master = proposing();
        ControlState after = new HandleAccept(Guards.ALL)
                .handle(master, receivedFrom(2, new Accept(0, LATER)))
                .state();
        assertEquals(Role.FOLLOWER, after.role());
        assertEquals(2, after.term());
        assertEquals(PartitionVector.filled(2, Entry.NONE), after.outstanding());
        assertEquals(PartitionVector.filled(2, Answers.NONE), after.answers());
        assertEquals(MemberSet.of(), after.installed());
        assertEquals(master.committed(), after.committed());
        assertEquals(master.voting(), after.voting());
        ControlState mutant = new HandleAccept(Guards.without(QuorumGuard.LATER_TERM_ENDS_MASTERSHIP))
                .handle(master, receivedFrom(2, new Accept(0, LATER)))
                .state();
        assertEquals(Role.MASTER, mutant.role());
        assertEquals(2, mutant.term());
    }

    @Test
    void theOwnTermChangesNothingElse() {
        ControlState candidate = founder(2)
                .inTerm(2, Role.CANDIDATE)
                .withBallot(Ballot.EMPTY.with(2, new Vote(2, founder(2).accepted(), Voting.NONE)));
        ControlState after = new HandleAccept(Guards.ALL)
                .handle(candidate, receivedFrom(1, new Accept(1, LATER)))
                .state();
        assertEquals(Role.CANDIDATE, after.role());
        assertEquals(candidate.ballot(), after.ballot());
    }

    @Test
    void nothingIsAcceptedFromATermThatIsOver() {
        ControlState state = founder(2).inTerm(3, Role.FOLLOWER);
        assertRefused(
                QuorumGuard.ACCEPT_CHECKS_TERM,
                state,
                new HandleAccept(Guards.ALL).handle(state, receivedFrom(1, new Accept(1, LATER))));
        ControlState mutant = new HandleAccept(Guards.without(QuorumGuard.ACCEPT_CHECKS_TERM))
                .handle(state, receivedFrom(1, new Accept(1, LATER)))
                .state();
        assertEquals(LATER, mutant.accepted().get(1));
        assertEquals(3, mutant.term());
    }

    @Test
    void whatIsAcceptedNeverGetsOlder() {
        ControlState state = founder(2).withAccepted(founder(2).accepted().with(1, LATER), 5);
        assertRefused(
                QuorumGuard.ACCEPT_CHECKS_VERSION,
                state,
                new HandleAccept(Guards.ALL).handle(state, receivedFrom(1, new Accept(1, LATER))));
        assertRefused(
                QuorumGuard.ACCEPT_CHECKS_VERSION,
                state,
                new HandleAccept(Guards.ALL).handle(state, receivedFrom(1, new Accept(1, entry(2, 2)))));
        assertTrue(new HandleAccept(Guards.without(QuorumGuard.ACCEPT_CHECKS_VERSION))
                .handle(state, receivedFrom(1, new Accept(1, entry(2, 2))))
                .accepted());
    }

    @Test
    void withoutItsGuardTheStampStays() {
        ControlState after = new HandleAccept(Guards.without(QuorumGuard.STAMP_FOLLOWS_REGISTERS))
                .handle(founder(2), receivedFrom(1, new Accept(1, LATER)))
                .state();
        assertEquals(founder(2).stamp(), after.stamp());
        assertEquals(LATER, after.accepted().get(1));
    }

    @Test
    void anAnswerIsRepeated() {
        ControlState state = founder(2).withAccepted(founder(2).accepted().with(1, LATER), 5);
        RepeatAccepted handler = new RepeatAccepted(Guards.ALL);
        assertStep(
                state,
                handler.handle(state, receivedFrom(1, new Accept(1, LATER))),
                new Command.Send(1, new Accepted(1, LATER)));
        assertRefused(
                QuorumGuard.ANSWERS_PROPOSAL,
                state,
                handler.handle(state, receivedFrom(1, new Accept(1, entry(2, 2)))));
    }

    @Test
    void theMasterCountsAnswers() {
        HandleAccepted handler = new HandleAccepted(Guards.ALL);
        ControlState state = proposing();
        assertStep(
                state.withAnswers(state.answers().with(1, new Answers(MemberSet.of(1, 3), VOTERS))),
                handler.handle(state, receivedFrom(3, new Accepted(1, entry(1, 3)))));
        assertStep(
                state.withAnswers(state.answers().with(1, new Answers(MemberSet.of(1), MemberSet.of(1, 2, 3, 4)))),
                handler.handle(state, receivedFrom(4, new Accepted(1, restamped()))));
        assertRefused(
                QuorumGuard.ANSWERS_PROPOSAL,
                state,
                handler.handle(state, receivedFrom(3, new Accepted(1, entry(1, 4)))));
        ControlState follower = state.withRole(Role.FOLLOWER);
        assertRefused(
                QuorumGuard.IS_MASTER,
                follower,
                handler.handle(follower, receivedFrom(3, new Accepted(1, entry(1, 3)))));
    }

    @Test
    void aMajorityDecides() {
        ControlState state = proposing();
        ControlState ready =
                state.withAnswers(state.answers().with(1, state.answers().get(1).withOutstanding(2)));
        CommitProposal handler = new CommitProposal(Guards.ALL);
        assertStep(
                ready.withCommitted(ready.committed().with(1, entry(1, 3)))
                        .withOutstanding(
                                ready.outstanding().with(1, Entry.NONE),
                                ready.answers().with(1, new Answers(MemberSet.of(), MemberSet.of(1, 2)))),
                handler.handle(ready, 1),
                new Command.Send(Members.EVERYBODY, new Commit(1, entry(1, 3))));
        assertRefused(QuorumGuard.OWN_ACCEPT_IS_ONE_VOTE, state, handler.handle(state, 1));
        ControlState learner =
                state.withAnswers(state.answers().with(1, state.answers().get(1).withOutstanding(4)));
        assertRefused(QuorumGuard.OWN_ACCEPT_IS_ONE_VOTE, learner, handler.handle(learner, 1));
        assertRefused(QuorumGuard.HAS_OUTSTANDING, ready, handler.handle(ready, 0));
        ControlState follower = ready.withRole(Role.FOLLOWER);
        assertRefused(QuorumGuard.IS_MASTER, follower, handler.handle(follower, 1));
    }

    @Test
    void withoutTheirGuardsFewerDecide() {
        ControlState state = proposing();
        assertTrue(new CommitProposal(Guards.without(QuorumGuard.OWN_ACCEPT_IS_ONE_VOTE))
                .handle(state, 1)
                .accepted());
        assertTrue(new CommitProposal(Guards.without(QuorumGuard.SUSPICION_KEEPS_MAJORITY))
                .handle(state, 1)
                .accepted());
    }

    @Test
    void aDecisionIsLearnedOnceAndInOrder() {
        HandleCommit handler = new HandleCommit(Guards.ALL);
        ControlState state = founder(3);
        assertStep(
                state.inTerm(2, Role.FOLLOWER).withCommitted(state.committed().with(1, LATER)),
                handler.handle(state, receivedFrom(1, new Commit(1, LATER))));
        ControlState after = state.withCommitted(state.committed().with(1, LATER));
        assertRefused(
                QuorumGuard.COMMIT_CHECKS_VERSION, after, handler.handle(after, receivedFrom(1, new Commit(1, LATER))));
        assertRefused(
                QuorumGuard.COMMIT_CHECKS_VERSION,
                after,
                handler.handle(after, receivedFrom(1, new Commit(1, entry(2, 2)))));
        assertTrue(new HandleCommit(Guards.without(QuorumGuard.COMMIT_CHECKS_VERSION))
                .handle(after, receivedFrom(1, new Commit(1, entry(2, 2))))
                .accepted());
    }

    @Test
    void aDecisionIsLearnedFromATermThatIsOver() {
        ControlState state = founder(3).inTerm(5, Role.CANDIDATE);
        assertStep(
                state.withCommitted(state.committed().with(1, LATER)),
                new HandleCommit(Guards.ALL).handle(state, receivedFrom(1, new Commit(1, LATER))));
    }

    @Test
    void acceptedAndDecidedShareOneEntry() {
        Entry mine = entry(2, 3);
        ControlState state = founder(3).withAccepted(founder(3).accepted().with(1, mine), 5);
        ControlState after = new HandleCommit(Guards.ALL)
                .handle(state, receivedFrom(1, new Commit(1, LATER)))
                .state();
        assertSame(mine, after.committed().get(1));
    }

    @Test
    void majoritiesAreOfTheVoters() {
        Voting four = Voting.first(MemberSet.of(1, 2, 3, 4));
        assertTrue(four.isMajority(MemberSet.of(1, 2, 3)));
        assertFalse(four.isMajority(MemberSet.of(1, 2, 5, 6)));
        assertFalse(Voting.NONE.isMajority(MemberSet.of(1)));
        assertEquals(new Voting(0, 1, MemberSet.of(1, 2, 3, 4)), four);
        assertEquals(new Voting(3, 2, VOTERS), four.next(3, VOTERS));
    }

    @Test
    void voterSetsAreOrderedByTermFirst() {
        Voting v = new Voting(2, 5, VOTERS);
        assertTrue(v.newerThan(new Voting(1, 9, VOTERS)));
        assertTrue(v.newerThan(new Voting(2, 4, VOTERS)));
        assertFalse(v.newerThan(v));
        assertFalse(v.newerThan(new Voting(2, 6, VOTERS)));
        assertFalse(v.newerThan(new Voting(3, 1, VOTERS)));
        assertTrue(v.newerThan(Voting.NONE));
    }

    @Test
    void messagesCarryTerms() {
        assertEquals(2, new Accept(0, LATER).term());
        assertEquals(2, new Accepted(0, LATER).term());
        assertEquals(2, new Commit(0, LATER).term());
        assertEquals(4, new ControlMessage.Voters(new Voting(4, 1, VOTERS)).term());
        assertEquals(4, new ControlMessage.VotersInstalled(new Voting(4, 1, VOTERS)).term());
    }

    @Test
    void partsAreNotMissing() {
        assertThrows(NullPointerException.class, () -> new Voting(1, 1, null));
        assertThrows(NullPointerException.class, () -> new Answers(null, VOTERS));
        assertThrows(NullPointerException.class, () -> new Answers(VOTERS, null));
        assertEquals(AB, LATER.configuration().withoutMigration());
    }
}
