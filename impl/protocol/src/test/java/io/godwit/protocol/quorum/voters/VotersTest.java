package io.godwit.protocol.quorum.voters;

import static io.godwit.protocol.quorum.Scene.VOTERS;
import static io.godwit.protocol.quorum.Scene.assertRefused;
import static io.godwit.protocol.quorum.Scene.assertStep;
import static io.godwit.protocol.quorum.Scene.founder;
import static io.godwit.protocol.quorum.Scene.master;
import static io.godwit.protocol.quorum.Scene.receivedFrom;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.Answers;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Voting;
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
    void theVotersGetAVersionOfTheOwnTerm() {
        RestampVoters handler = new RestampVoters(Guards.ALL);
        ControlState master = founder(1).inTerm(2, Role.MASTER);
        Voting voting = new Voting(2, 2, VOTERS);
        assertStep(installed(master, voting), handler.handle(master, 2), announced(voting));
        ControlState done = installed(master, voting);
        assertRefused(QuorumGuard.VOTERS_FROM_EARLIER_TERM, done, handler.handle(done, 2));
        assertRefused(QuorumGuard.IS_MASTER, master, handler.handle(master, 1));
        ControlState follower = founder(1).inTerm(2, Role.FOLLOWER);
        assertRefused(QuorumGuard.IS_MASTER, follower, handler.handle(follower, 2));
    }

    @Test
    void aLearnerBecomesAVoter() {
        Voting voting = new Voting(1, 3, FOUR);
        assertStep(
                installed(taught(), voting),
                new AddVoter(Guards.ALL).handle(taught(), new AddVoter.Request(4)),
                announced(voting));
    }

    @Test
    void addingHasItsConditions() {
        AddVoter handler = new AddVoter(Guards.ALL);
        AddVoter.Request four = new AddVoter.Request(4);
        assertRefused(QuorumGuard.NOT_VOTER, taught(), handler.handle(taught(), new AddVoter.Request(2)));
        assertRefused(QuorumGuard.LEARNER_FIRST, master(1), handler.handle(master(1), four));
        ControlState half = master(1)
                .withAnswers(taught().answers().with(1, master(1).answers().get(1)));
        assertRefused(QuorumGuard.LEARNER_FIRST, half, handler.handle(half, four));
        assertRefused(QuorumGuard.ONE_VOTER_AT_A_TIME, taught(), handler.handle(taught(), new AddVoter.Request(4, 2)));
        ControlState follower = taught().withRole(Role.FOLLOWER);
        assertRefused(QuorumGuard.IS_MASTER, follower, handler.handle(follower, four));
        ControlState early = taught().withVoting(new Voting(0, 2, VOTERS));
        assertRefused(QuorumGuard.VOTERS_OWN_TERM_FIRST, early, handler.handle(early, four));
        ControlState alone = taught().withInstalled(MemberSet.of(1));
        assertRefused(QuorumGuard.VOTERS_INSTALLED_FIRST, alone, handler.handle(alone, four));
        ControlState undecided = taught().inTerm(1, Role.MASTER).withInstalled(VOTERS);
        undecided = undecided.withAnswers(taught().answers().with(1, new Answers(VOTERS, MemberSet.of(1, 4))));
        assertRefused(QuorumGuard.REGISTERS_DECIDED_FIRST, undecided, handler.handle(undecided, four));
        ControlState old = taught().withCommitted(
                        taught().committed().with(1, founder(1).committed().get(1)));
        assertRefused(QuorumGuard.REGISTERS_DECIDED_FIRST, old, handler.handle(old, four));
    }

    @Test
    void withoutTheirGuardsVotersAreAddedTooSoon() {
        AddVoter.Request four = new AddVoter.Request(4);
        assertTrue(new AddVoter(Guards.without(QuorumGuard.LEARNER_FIRST))
                .handle(master(1), four)
                .accepted());
        Step<ControlState> two = new AddVoter(Guards.without(QuorumGuard.ONE_VOTER_AT_A_TIME))
                .handle(taught(), new AddVoter.Request(4, 2));
        assertEquals(MemberSet.of(1, 3, 4), two.state().voting().voters());
        assertTrue(new AddVoter(Guards.without(QuorumGuard.VOTERS_OWN_TERM_FIRST))
                .handle(taught().withVoting(new Voting(0, 2, VOTERS)), four)
                .accepted());
        assertTrue(new AddVoter(Guards.without(QuorumGuard.VOTERS_INSTALLED_FIRST))
                .handle(taught().withInstalled(MemberSet.of(1)), four)
                .accepted());
        ControlState old = taught().withCommitted(
                        taught().committed().with(1, founder(1).committed().get(1)));
        assertTrue(new AddVoter(Guards.without(QuorumGuard.REGISTERS_DECIDED_FIRST))
                .handle(old, four)
                .accepted());
    }

    @Test
    void aVoterGoes() {
        RemoveVoter handler = new RemoveVoter(Guards.ALL);
        Voting voting = new Voting(1, 3, MemberSet.of(1, 2));
        assertStep(installed(master(1), voting), handler.handle(master(1), 3), announced(voting));
        assertRefused(QuorumGuard.VOTER_KNOWN, master(1), handler.handle(master(1), 4));
        assertRefused(QuorumGuard.MASTER_STAYS_VOTER, master(1), handler.handle(master(1), 1));
        ControlState follower = master(1).withRole(Role.FOLLOWER);
        assertRefused(QuorumGuard.IS_MASTER, follower, handler.handle(follower, 3));
    }

    @Test
    void aNewerVoterSetIsInstalled() {
        HandleVoters handler = new HandleVoters(Guards.ALL);
        Voting voting = new Voting(2, 4, FOUR);
        assertStep(
                master(3).inTerm(2, Role.FOLLOWER).withVoting(voting),
                handler.handle(master(3), receivedFrom(1, new ControlMessage.Voters(voting))),
                new Command.Send(1, new VotersInstalled(voting)));
        ControlState done = master(3).inTerm(2, Role.FOLLOWER).withVoting(voting);
        assertRefused(
                QuorumGuard.VOTERS_NEWER,
                done,
                handler.handle(done, receivedFrom(1, new ControlMessage.Voters(voting))));
        ControlState later = founder(3).inTerm(3, Role.FOLLOWER);
        assertRefused(
                QuorumGuard.TERM_NOT_OVER,
                later,
                handler.handle(later, receivedFrom(1, new ControlMessage.Voters(voting))));
        ControlState same = founder(3).inTerm(2, Role.CANDIDATE);
        assertStep(
                same.withVoting(voting),
                handler.handle(same, receivedFrom(1, new ControlMessage.Voters(voting))),
                new Command.Send(1, new VotersInstalled(voting)));
    }

    @Test
    void theAnswerIsRepeated() {
        RepeatInstalled handler = new RepeatInstalled(Guards.ALL);
        assertStep(
                master(3),
                handler.handle(
                        master(3),
                        receivedFrom(1, new ControlMessage.Voters(master(3).voting()))),
                new Command.Send(1, new VotersInstalled(master(3).voting())));
        assertRefused(
                QuorumGuard.ANSWERS_PROPOSAL,
                master(3),
                handler.handle(master(3), receivedFrom(1, new ControlMessage.Voters(new Voting(1, 3, VOTERS)))));
    }

    @Test
    void theMasterCountsWhoGoesByItsVoters() {
        HandleInstalled handler = new HandleInstalled(Guards.ALL);
        ControlState alone = master(1).withInstalled(MemberSet.of(1));
        VotersInstalled message = new VotersInstalled(alone.voting());
        assertStep(alone.withInstalled(MemberSet.of(1, 3)), handler.handle(alone, receivedFrom(3, message)));
        assertRefused(
                QuorumGuard.ANSWERS_PROPOSAL,
                alone,
                handler.handle(alone, receivedFrom(3, new VotersInstalled(new Voting(1, 3, VOTERS)))));
        ControlState follower = alone.withRole(Role.FOLLOWER);
        assertRefused(QuorumGuard.IS_MASTER, follower, handler.handle(follower, receivedFrom(3, message)));
    }
}
