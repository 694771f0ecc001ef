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
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.ControlFixture.without;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.registers.Acceptances;
import io.godwit.protocol.quorum.registers.Ballot;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import org.junit.jupiter.api.Test;

class MasterFailoverTest {
    private static final Voting VOTING = Voting.first(VOTERS);

    private static Vote vote(int term, Entry zero, Entry one) {
        return new Vote(term, PartitionVector.of(2, p -> p == 0 ? zero : one), VOTING);
    }

    /** Member 1 stands in term 3, with the first table. */
    private static ControlState candidate() {
        return founder(1).inTerm(3, Role.CANDIDATE).withBallot(Ballot.EMPTY.with(1, vote(3, FIRST, FIRST)));
    }

    private static ControlState with(ControlState state, int voter, Vote vote) {
        return state.withBallot(state.ballot().with(voter, vote));
    }

    @Test
    void voterStands() {
        assertStep(
                candidate(),
                take(founder(1), s -> ALL.failover().startElection(s, 3)),
                new Command.Send(Members.EVERYBODY, new VoteRequest(3, VOTING)));
        ControlState again = candidate();
        assertTrue(take(again, s -> ALL.failover().startElection(s, 4)).accepted());
    }

    @Test
    void standingHasItsConditions() {
        assertRefused(QuorumRule.IS_VOTER, founder(4), take(founder(4), s -> ALL.failover()
                .startElection(s, 1)));
        assertRefused(QuorumRule.NOT_MASTER, master(1), take(master(1), s -> ALL.failover()
                .startElection(s, 2)));
        assertRefused(QuorumRule.TERM_IS_NEW, candidate(), take(candidate(), s -> ALL.failover()
                .startElection(s, 3)));
        assertRefused(QuorumRule.TERM_IS_NEW, candidate(), take(candidate(), s -> ALL.failover()
                .startElection(s, 2)));
    }

    @Test
    void voteIsGiven() {
        assertStep(
                master(2).inTerm(4, Role.FOLLOWER),
                take(master(2), s -> ALL.failover()
                        .handleVoteRequest(s, 1, new VoteRequest(4, new Voting(new Version(1, 2), VOTERS)))),
                new Command.Send(1, new Vote(4, master(2).accepted(), new Voting(new Version(1, 2), VOTERS))));
    }

    @Test
    void voteHasItsConditions() {
        ControlState voter = founder(2).inTerm(3, Role.FOLLOWER);
        assertRefused(QuorumRule.OTHER_MEMBER, voter, take(voter, s -> ALL.failover()
                .handleVoteRequest(s, 2, new VoteRequest(4, VOTING))));
        assertRefused(QuorumRule.TERM_NOT_OVER, voter, take(voter, s -> ALL.failover()
                .handleVoteRequest(s, 1, new VoteRequest(2, VOTING))));
        assertRefused(QuorumRule.VOTE_ONCE_PER_TERM, voter, take(voter, s -> ALL.failover()
                .handleVoteRequest(s, 1, new VoteRequest(3, VOTING))));
        ControlState knowing = voter.withVoting(new Voting(new Version(1, 2), VOTERS));
        assertRefused(QuorumRule.VOTE_CHECKS_VOTERS, knowing, take(knowing, s -> ALL.failover()
                .handleVoteRequest(s, 1, new VoteRequest(4, VOTING))));
        assertTrue(take(voter, s -> ALL.failover()
                        .handleVoteRequest(s, 1, new VoteRequest(4, new Voting(new Version(1, 2), VOTERS))))
                .accepted());
    }

    @Test
    void unguardedVotesAreGivenAway() {
        ControlState voter = founder(2).inTerm(3, Role.CANDIDATE);
        assertStep(
                voter,
                take(voter, s -> without(QuorumRule.VOTE_ONCE_PER_TERM)
                        .failover()
                        .handleVoteRequest(s, 1, new VoteRequest(3, VOTING))),
                new Command.Send(1, new Vote(3, voter.accepted(), VOTING)));
        ControlState knowing = voter.withVoting(new Voting(new Version(1, 2), VOTERS));
        assertTrue(take(knowing, s -> without(QuorumRule.VOTE_CHECKS_VOTERS)
                        .failover()
                        .handleVoteRequest(s, 1, new VoteRequest(4, VOTING)))
                .accepted());
    }

    @Test
    void votesAreCounted() {
        Vote vote = vote(3, FIRST, entry(2, 2));
        assertStep(with(candidate(), 2, vote), take(candidate(), s -> ALL.failover()
                .handleVote(s, 2, vote)));
        assertRefused(QuorumRule.ANSWERS_PROPOSAL, candidate(), take(candidate(), s -> ALL.failover()
                .handleVote(s, 2, vote(2, FIRST, FIRST))));
        ControlState master = candidate().withRole(Role.MASTER);
        assertRefused(QuorumRule.IS_CANDIDATE, master, take(master, s -> ALL.failover()
                .handleVote(s, 2, vote)));
        assertEquals(MemberSet.of(1, 2), with(candidate(), 2, vote).ballot().voters());
    }

    @Test
    void majorityMakesAMasterThatRestampsTheNewest() {
        ControlState before = with(
                with(candidate(), 3, new Vote(3, vote(3, entry(1, 9), FIRST).registers(), Voting.NONE)),
                2,
                vote(3, entry(2, 2), entry(1, 2)));
        Entry zero = new Entry(new Version(3, 3), new Version(0, 1), AB.withMigration(1, 3));
        Entry one = new Entry(new Version(3, 3), new Version(0, 1), AB.withMigration(1, 3));
        PartitionVector<Entry> registers = PartitionVector.of(2, p -> p == 0 ? zero : one);
        assertStep(
                before.withRole(Role.MASTER)
                        .withAccepted(registers, new Stamps().of(registers))
                        .withOutstanding(
                                registers, PartitionVector.filled(2, new Acceptances(MemberSet.of(1), MemberSet.of())))
                        .withInstalled(MemberSet.of(1, 2)),
                take(before, s -> ALL.failover().becomeMaster(s, MemberSet.of(1, 2, 3))),
                new Command.Send(Members.EVERYBODY, new Accept(0, zero)),
                new Command.Send(Members.EVERYBODY, new Accept(1, one)));
    }

    @Test
    void masterCountsVotesOfTheMajorityOnly() {
        ControlState before = with(with(candidate(), 3, vote(3, entry(2, 5), FIRST)), 2, vote(3, FIRST, FIRST));
        ControlState after = take(before, s -> ALL.failover().becomeMaster(s, MemberSet.of(1, 2)))
                .state();
        assertEquals(FIRST.restamped(3), after.outstanding().get(0));
    }

    @Test
    void masterNeedsAMajority() {
        assertRefused(QuorumRule.SUSPICION_KEEPS_MAJORITY, candidate(), take(candidate(), s -> ALL.failover()
                .becomeMaster(s, MemberSet.of(1))));
        assertRefused(QuorumRule.VOTED, candidate(), take(candidate(), s -> ALL.failover()
                .becomeMaster(s, MemberSet.of(1, 2))));
        ControlState follower = candidate().withRole(Role.FOLLOWER);
        assertRefused(QuorumRule.IS_CANDIDATE, follower, take(follower, s -> ALL.failover()
                .becomeMaster(s, MemberSet.of(1))));
        assertTrue(take(candidate(), s -> without(QuorumRule.SUSPICION_KEEPS_MAJORITY)
                        .failover()
                        .becomeMaster(s, MemberSet.of(1)))
                .accepted());
    }

    @Test
    void crashLeavesNothing() {
        assertStep(ControlState.empty(7, 2), take(master(1), s -> ALL.failover().crash(s, 7)));
    }

    @Test
    void rebootLeavesWhatIsDurable() {
        ControlState master = master(1)
                .withOutstanding(
                        master(1).outstanding().with(1, entry(1, 3)), master(1).answers());
        ControlState follower = master(1)
                .withRole(Role.FOLLOWER)
                .withAnswers(PartitionVector.filled(2, Acceptances.NONE))
                .withInstalled(MemberSet.of());
        assertStep(follower, take(master, s -> ALL.failover().reboot(s, 1)));
        assertRefused(
                QuorumRule.SAME_MEMBER, master, take(master, s -> ALL.failover().reboot(s, 2)));
    }
}
