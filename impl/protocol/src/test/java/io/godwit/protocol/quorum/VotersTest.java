package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.VOTERS;
import static io.godwit.protocol.quorum.ControlFixture.assertRefused;
import static io.godwit.protocol.quorum.ControlFixture.assertStep;
import static io.godwit.protocol.quorum.ControlFixture.founder;
import static io.godwit.protocol.quorum.ControlFixture.master;
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.ControlFixture.without;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.registers.Acceptances;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Version;
import org.junit.jupiter.api.Test;

class VotersTest {
    private static final MemberSet FOUR = MemberSet.of(1, 2, 3, 4);

    /** A master whose decided registers member 4 has accepted, too. */
    private static ControlState taught() {
        ControlState state = master(1);
        for (int p = 0; p < 2; p++) {
            state = state.withAnswers(
                    state.answers().with(p, state.answers().get(p).withCommitted(4)));
        }
        return state;
    }

    private static ControlState installed(ControlState state, Voting voting) {
        return state.withVoting(voting).withInstalled(MemberSet.of(1));
    }

    private static Command.Send announced(Voting voting) {
        return new Command.Send(Members.EVERYBODY, new ControlMessage.Voters(voting));
    }

    @Test
    void votersGetAVersionOfTheOwnTerm() {
        ControlState master = founder(1).inTerm(2, Role.MASTER);
        Voting voting = new Voting(new Version(2, 2), VOTERS);
        assertStep(installed(master, voting), take(master, s -> ALL.voters().restampVoters(s, 2)), announced(voting));
        ControlState done = installed(master, voting);
        assertRefused(QuorumRule.VOTERS_FROM_EARLIER_TERM, done, take(done, s -> ALL.voters()
                .restampVoters(s, 2)));
        assertRefused(
                QuorumRule.IS_MASTER, master, take(master, s -> ALL.voters().restampVoters(s, 1)));
        ControlState follower = founder(1).inTerm(2, Role.FOLLOWER);
        assertRefused(
                QuorumRule.IS_MASTER, follower, take(follower, s -> ALL.voters().restampVoters(s, 2)));
    }

    @Test
    void learnerBecomesAVoter() {
        Voting voting = new Voting(new Version(1, 3), FOUR);
        assertStep(
                installed(taught(), voting),
                take(taught(), s -> ALL.voters().addVoter(s, 4, Members.NONE)),
                announced(voting));
    }

    @Test
    void addingHasItsConditions() {
        assertRefused(
                QuorumRule.NOT_VOTER, taught(), take(taught(), s -> ALL.voters().addVoter(s, 2, Members.NONE)));
        assertRefused(QuorumRule.LEARNER_FIRST, master(1), take(master(1), s -> ALL.voters()
                .addVoter(s, 4, Members.NONE)));
        ControlState half = master(1)
                .withAnswers(taught().answers().with(1, master(1).answers().get(1)));
        assertRefused(
                QuorumRule.LEARNER_FIRST, half, take(half, s -> ALL.voters().addVoter(s, 4, Members.NONE)));
        assertRefused(QuorumRule.ONE_VOTER_AT_A_TIME, taught(), take(taught(), s -> ALL.voters()
                .addVoter(s, 4, 2)));
        ControlState follower = taught().withRole(Role.FOLLOWER);
        assertRefused(
                QuorumRule.IS_MASTER, follower, take(follower, s -> ALL.voters().addVoter(s, 4, Members.NONE)));
        ControlState early = taught().withVoting(new Voting(new Version(0, 2), VOTERS));
        assertRefused(QuorumRule.VOTERS_OWN_TERM_FIRST, early, take(early, s -> ALL.voters()
                .addVoter(s, 4, Members.NONE)));
        ControlState alone = taught().withInstalled(MemberSet.of(1));
        assertRefused(QuorumRule.VOTERS_INSTALLED_FIRST, alone, take(alone, s -> ALL.voters()
                .addVoter(s, 4, Members.NONE)));
        ControlState undecided = taught().inTerm(1, Role.MASTER).withInstalled(VOTERS);
        undecided = undecided.withAnswers(taught().answers().with(1, new Acceptances(VOTERS, MemberSet.of(1, 4))));
        assertRefused(QuorumRule.REGISTERS_DECIDED_FIRST, undecided, take(undecided, s -> ALL.voters()
                .addVoter(s, 4, Members.NONE)));
        ControlState old = taught().withCommitted(
                        taught().committed().with(1, founder(1).committed().get(1)));
        assertRefused(QuorumRule.REGISTERS_DECIDED_FIRST, old, take(old, s -> ALL.voters()
                .addVoter(s, 4, Members.NONE)));
    }

    @Test
    void unguardedVotersAreAddedTooSoon() {
        assertTrue(
                take(master(1), s -> without(QuorumRule.LEARNER_FIRST).voters().addVoter(s, 4, Members.NONE))
                        .accepted());
        Step<ControlState> two = take(
                taught(), s -> without(QuorumRule.ONE_VOTER_AT_A_TIME).voters().addVoter(s, 4, 2));
        assertEquals(MemberSet.of(1, 3, 4), two.state().voting().voters());
        assertTrue(take(
                        taught().withVoting(new Voting(new Version(0, 2), VOTERS)),
                        s -> without(QuorumRule.VOTERS_OWN_TERM_FIRST).voters().addVoter(s, 4, Members.NONE))
                .accepted());
        assertTrue(take(
                        taught().withInstalled(MemberSet.of(1)),
                        s -> without(QuorumRule.VOTERS_INSTALLED_FIRST).voters().addVoter(s, 4, Members.NONE))
                .accepted());
        ControlState old = taught().withCommitted(
                        taught().committed().with(1, founder(1).committed().get(1)));
        assertTrue(take(old, s -> without(QuorumRule.REGISTERS_DECIDED_FIRST)
                        .voters()
                        .addVoter(s, 4, Members.NONE))
                .accepted());
    }

    @Test
    void voterGoes() {
        Voting voting = new Voting(new Version(1, 3), MemberSet.of(1, 2));
        assertStep(
                installed(master(1), voting), take(master(1), s -> ALL.voters().removeVoter(s, 3)), announced(voting));
        assertRefused(QuorumRule.VOTER_KNOWN, master(1), take(master(1), s -> ALL.voters()
                .removeVoter(s, 4)));
        assertRefused(QuorumRule.MASTER_STAYS_VOTER, master(1), take(master(1), s -> ALL.voters()
                .removeVoter(s, 1)));
        ControlState follower = master(1).withRole(Role.FOLLOWER);
        assertRefused(
                QuorumRule.IS_MASTER, follower, take(follower, s -> ALL.voters().removeVoter(s, 3)));
    }

    @Test
    void newerVoterSetIsInstalled() {
        Voting voting = new Voting(new Version(2, 4), FOUR);
        assertStep(
                master(3).inTerm(2, Role.FOLLOWER).withVoting(voting),
                take(master(3), s -> ALL.voters().handleVoters(s, 1, new ControlMessage.Voters(voting))),
                new Command.Send(1, new VotersInstalled(voting)));
        ControlState done = master(3).inTerm(2, Role.FOLLOWER).withVoting(voting);
        assertRefused(QuorumRule.OBEYS_NEWER, done, take(done, s -> ALL.voters()
                .handleVoters(s, 1, new ControlMessage.Voters(voting))));
        ControlState later = founder(3).inTerm(3, Role.FOLLOWER);
        assertRefused(QuorumRule.TERM_NOT_OVER, later, take(later, s -> ALL.voters()
                .handleVoters(s, 1, new ControlMessage.Voters(voting))));
        ControlState same = founder(3).inTerm(2, Role.CANDIDATE);
        assertStep(
                same.withVoting(voting),
                take(same, s -> ALL.voters().handleVoters(s, 1, new ControlMessage.Voters(voting))),
                new Command.Send(1, new VotersInstalled(voting)));
    }

    @Test
    void answerIsRepeated() {
        assertStep(
                master(3),
                take(master(3), s -> ALL.voters()
                        .repeatInstalled(
                                s, 1, new ControlMessage.Voters(master(3).voting()))),
                new Command.Send(1, new VotersInstalled(master(3).voting())));
        assertRefused(QuorumRule.ANSWERS_PROPOSAL, master(3), take(master(3), s -> ALL.voters()
                .repeatInstalled(s, 1, new ControlMessage.Voters(new Voting(new Version(1, 3), VOTERS)))));
    }

    @Test
    void masterCountsWhoGoesByItsVoters() {
        ControlState alone = master(1).withInstalled(MemberSet.of(1));
        VotersInstalled message = new VotersInstalled(alone.voting());
        assertStep(alone.withInstalled(MemberSet.of(1, 3)), take(alone, s -> ALL.voters()
                .handleInstalled(s, 3, message)));
        assertRefused(QuorumRule.ANSWERS_PROPOSAL, alone, take(alone, s -> ALL.voters()
                .handleInstalled(s, 3, new VotersInstalled(new Voting(new Version(1, 3), VOTERS)))));
        ControlState follower = alone.withRole(Role.FOLLOWER);
        assertRefused(
                QuorumRule.IS_MASTER, follower, take(follower, s -> ALL.voters().handleInstalled(s, 3, message)));
    }
}
