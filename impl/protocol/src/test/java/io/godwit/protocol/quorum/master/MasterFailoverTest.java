package io.godwit.protocol.quorum.master;

import static io.godwit.protocol.quorum.Scene.AB;
import static io.godwit.protocol.quorum.Scene.FIRST;
import static io.godwit.protocol.quorum.Scene.VOTERS;
import static io.godwit.protocol.quorum.Scene.assertRefused;
import static io.godwit.protocol.quorum.Scene.assertStep;
import static io.godwit.protocol.quorum.Scene.entry;
import static io.godwit.protocol.quorum.Scene.founder;
import static io.godwit.protocol.quorum.Scene.master;
import static io.godwit.protocol.quorum.Scene.receivedFrom;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.Answers;
import io.godwit.protocol.quorum.registers.Ballot;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Entry;
import java.util.List;
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
    void aVoterStands() {
        assertStep(
                candidate(),
                new StartElection(Guards.ALL).handle(founder(1), 3),
                new Command.Send(Members.EVERYBODY, new VoteRequest(3, VOTING)));
        ControlState again = candidate();
        assertTrue(new StartElection(Guards.ALL).handle(again, 4).accepted());
    }

    @Test
    void standingHasItsConditions() {
        StartElection handler = new StartElection(Guards.ALL);
        assertRefused(QuorumGuard.IS_VOTER, founder(4), handler.handle(founder(4), 1));
        assertRefused(QuorumGuard.NOT_MASTER, master(1), handler.handle(master(1), 2));
        assertRefused(QuorumGuard.TERM_IS_NEW, candidate(), handler.handle(candidate(), 3));
        assertRefused(QuorumGuard.TERM_IS_NEW, candidate(), handler.handle(candidate(), 2));
    }

    @Test
    void aVoteIsGiven() {
        assertStep(
                master(2).inTerm(4, Role.FOLLOWER),
                new HandleVoteRequest(Guards.ALL)
                        .handle(master(2), receivedFrom(1, new VoteRequest(4, new Voting(1, 2, VOTERS)))),
                new Command.Send(1, new Vote(4, master(2).accepted(), new Voting(1, 2, VOTERS))));
    }

    @Test
    void aVoteHasItsConditions() {
        HandleVoteRequest handler = new HandleVoteRequest(Guards.ALL);
        ControlState voter = founder(2).inTerm(3, Role.FOLLOWER);
        assertRefused(
                QuorumGuard.OTHER_MEMBER, voter, handler.handle(voter, receivedFrom(2, new VoteRequest(4, VOTING))));
        assertRefused(
                QuorumGuard.TERM_NOT_OVER, voter, handler.handle(voter, receivedFrom(1, new VoteRequest(2, VOTING))));
        assertRefused(
                QuorumGuard.VOTE_ONCE_PER_TERM,
                voter,
                handler.handle(voter, receivedFrom(1, new VoteRequest(3, VOTING))));
        ControlState knowing = voter.withVoting(new Voting(1, 2, VOTERS));
        assertRefused(
                QuorumGuard.VOTE_CHECKS_VOTERS,
                knowing,
                handler.handle(knowing, receivedFrom(1, new VoteRequest(4, VOTING))));
        assertTrue(handler.handle(voter, receivedFrom(1, new VoteRequest(4, new Voting(1, 2, VOTERS))))
                .accepted());
    }

    @Test
    void withoutTheirGuardsVotesAreGivenAway() {
        ControlState voter = founder(2).inTerm(3, Role.CANDIDATE);
        assertStep(
                voter,
                new HandleVoteRequest(Guards.without(QuorumGuard.VOTE_ONCE_PER_TERM))
                        .handle(voter, receivedFrom(1, new VoteRequest(3, VOTING))),
                new Command.Send(1, new Vote(3, voter.accepted(), VOTING)));
        ControlState knowing = voter.withVoting(new Voting(1, 2, VOTERS));
        assertTrue(new HandleVoteRequest(Guards.without(QuorumGuard.VOTE_CHECKS_VOTERS))
                .handle(knowing, receivedFrom(1, new VoteRequest(4, VOTING)))
                .accepted());
    }

    @Test
    void votesAreCounted() {
        HandleVote handler = new HandleVote(Guards.ALL);
        Vote vote = vote(3, FIRST, entry(2, 2));
        assertStep(with(candidate(), 2, vote), handler.handle(candidate(), receivedFrom(2, vote)));
        assertRefused(
                QuorumGuard.ANSWERS_PROPOSAL,
                candidate(),
                handler.handle(candidate(), receivedFrom(2, vote(2, FIRST, FIRST))));
        ControlState master = candidate().withRole(Role.MASTER);
        assertRefused(QuorumGuard.IS_CANDIDATE, master, handler.handle(master, receivedFrom(2, vote)));
        assertEquals(MemberSet.of(1, 2), with(candidate(), 2, vote).ballot().voters());
    }

    @Test
    void aMajorityMakesAMasterThatRestampsTheNewest() {
        ControlState before = with(
                with(candidate(), 3, new Vote(3, vote(3, entry(1, 9), FIRST).registers(), Voting.NONE)),
                2,
                vote(3, entry(2, 2), entry(1, 2)));
        Entry zero = new Entry(3, 3, 0, 1, AB.withMigration(1, 3));
        Entry one = new Entry(3, 3, 0, 1, AB.withMigration(1, 3));
        PartitionVector<Entry> registers = PartitionVector.of(2, p -> p == 0 ? zero : one);
        assertStep(
                before.withRole(Role.MASTER)
                        .withAccepted(registers, new Stamps(Guards.ALL).of(registers))
                        .withOutstanding(
                                registers, PartitionVector.filled(2, new Answers(MemberSet.of(1), MemberSet.of())))
                        .withInstalled(MemberSet.of(1, 2)),
                new BecomeMaster(Guards.ALL).handle(before, MemberSet.of(1, 2, 3)),
                new Command.Send(Members.EVERYBODY, new Accept(0, zero)),
                new Command.Send(Members.EVERYBODY, new Accept(1, one)));
    }

    @Test
    void onlyTheVotesOfTheMajorityCount() {
        ControlState before = with(with(candidate(), 3, vote(3, entry(2, 5), FIRST)), 2, vote(3, FIRST, FIRST));
        ControlState after =
                new BecomeMaster(Guards.ALL).handle(before, MemberSet.of(1, 2)).state();
        assertEquals(FIRST.restamped(3), after.outstanding().get(0));
    }

    @Test
    void aMasterNeedsAMajority() {
        BecomeMaster handler = new BecomeMaster(Guards.ALL);
        assertRefused(QuorumGuard.SUSPICION_KEEPS_MAJORITY, candidate(), handler.handle(candidate(), MemberSet.of(1)));
        assertRefused(QuorumGuard.VOTED, candidate(), handler.handle(candidate(), MemberSet.of(1, 2)));
        ControlState follower = candidate().withRole(Role.FOLLOWER);
        assertRefused(QuorumGuard.IS_CANDIDATE, follower, handler.handle(follower, MemberSet.of(1)));
        assertTrue(new BecomeMaster(Guards.without(QuorumGuard.SUSPICION_KEEPS_MAJORITY))
                .handle(candidate(), MemberSet.of(1))
                .accepted());
    }

    @Test
    void whatCountsAsDecidedIsNotProposedAgain() {
        BecomeMaster mutant = new BecomeMaster(Guards.ALL) {
            @Override
            protected boolean isDecided(List<Vote> votes, int partition, Entry found) {
                return partition == 1
                        && votes.stream().allMatch(v -> v.registers().get(1).equals(found));
            }
        };
        ControlState before = with(candidate(), 2, vote(3, FIRST, FIRST));
        Step<ControlState> step = mutant.handle(before, MemberSet.of(1, 2));
        PartitionVector<Entry> registers = before.accepted().with(0, FIRST.restamped(3));
        assertStep(
                before.withRole(Role.MASTER)
                        .withAccepted(registers, new Stamps(Guards.ALL).of(registers))
                        .withOutstanding(
                                before.outstanding().with(0, FIRST.restamped(3)),
                                PartitionVector.filled(2, new Answers(MemberSet.of(1), MemberSet.of())))
                        .withInstalled(MemberSet.of(1, 2)),
                step,
                new Command.Send(Members.EVERYBODY, new Accept(0, FIRST.restamped(3))));
    }

    @Test
    void aCrashLeavesNothing() {
        assertStep(ControlState.empty(7, 2), new Crash(Guards.ALL).handle(master(1), 7));
        assertStep(
                ControlState.empty(1, 2).withVoting(new Voting(1, 2, VOTERS)),
                new Crash(Guards.without(QuorumGuard.FRESH_IDENTITY)).handle(master(1), 7));
    }

    @Test
    void aRebootLeavesWhatIsDurable() {
        ControlState master = master(1)
                .withOutstanding(
                        master(1).outstanding().with(1, entry(1, 3)), master(1).answers());
        ControlState follower = master(1)
                .withRole(Role.FOLLOWER)
                .withAnswers(PartitionVector.filled(2, Answers.NONE))
                .withInstalled(MemberSet.of());
        assertStep(follower, new Reboot(Guards.ALL).handle(master, 1));
        assertStep(
                follower.withRole(Role.MASTER),
                new Reboot(Guards.without(QuorumGuard.REBOOT_ENDS_MASTERSHIP)).handle(master, 1));
        assertRefused(QuorumGuard.SAME_MEMBER, master, new Reboot(Guards.ALL).handle(master, 2));
    }
}
