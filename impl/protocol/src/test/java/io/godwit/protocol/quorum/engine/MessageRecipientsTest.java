package io.godwit.protocol.quorum.engine;

import static io.godwit.protocol.quorum.engine.EngineFixture.to;
import static io.godwit.protocol.quorum.engine.EngineFixture.toAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.quorum.QuorumMessage.ForwardedCommit;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import org.junit.jupiter.api.Test;

/** Who is asked about a proposal, and who hears when of what is decided. */
class MessageRecipientsTest {
    private static final Configuration BC = Configuration.settled(2, 3);
    private static final Configuration CB = BC.switched(3);
    private static final Entry NEXT = new Entry(new Version(1, 3), new Version(1, 2), CB);
    private static final Accept PROPOSAL = new Accept(0, NEXT);

    private static EngineFixture master() {
        return EngineFixture.master(BC, BC);
    }

    private static EngineFixture propose(EngineFixture fixture, int partition) {
        return fixture.work(context -> context.propose("Propose", partition, partition, EngineFixture.decided(BC), CB));
    }

    /** With five voters nobody is about to become one. */
    private static EngineFixture asking(int... first) {
        EngineFixture fixture = master();
        MemberSet five = MemberSet.of(1, 2, 3, 4, 5);
        fixture.with(fixture.state
                .control()
                .withVoting(new Voting(new Version(1, 2), five))
                .withInstalled(five));
        return fixture.with(fixture.state.master().withPreferred(MemberSet.of(first)));
    }

    @Test
    void proposalIsForTheMajorityThatHasAnsweredFirst() {
        propose(master(), 0).assertSent(toAll(PROPOSAL));
        propose(asking(1, 3, 5), 0).assertSent(to(3, PROPOSAL), to(5, PROPOSAL));
        propose(asking(1, 2, 3, 4), 0).assertSent(to(2, PROPOSAL), to(3, PROPOSAL), to(4, PROPOSAL));
    }

    @Test
    void futureVoterIsAskedAsWell() {
        EngineFixture fixture = master();
        fixture.with(fixture.state.master().withPreferred(MemberSet.of(1, 3)));
        propose(fixture, 0).assertSent(to(3, PROPOSAL), to(4, PROPOSAL));
    }

    @Test
    void allAreAskedIfThatIsNoMajorityOrOneOfThemMayBeDead() {
        propose(asking(1), 0).assertSent(toAll(PROPOSAL));
        propose(asking(1, 4, 7), 0).assertSent(toAll(PROPOSAL));
        propose(asking(1, 3, 4).take(new Event.Suspect(3)), 0).assertSent(toAll(PROPOSAL));
        propose(asking(1, 3, 4).up(1, 2, 4, 5), 0).assertSent(toAll(PROPOSAL));
    }

    @Test
    void firstAnsweringMemberIsAskedFirst() {
        EngineFixture fixture = propose(propose(master(), 0), 1);
        fixture.receive(4, new Accepted(0, NEXT)).receive(3, new Accepted(0, NEXT));
        assertEquals(MemberSet.of(1, 3), fixture.state.master().preferred());
        fixture.receive(2, new Accepted(1, NEXT));
        assertEquals(MemberSet.of(1, 3), fixture.state.master().preferred());
    }

    @Test
    void answersFollowVoters() {
        EngineFixture fixture = propose(asking(1), 0);
        fixture.receive(2, new Accepted(0, NEXT)).receive(4, new Accepted(0, NEXT));
        assertEquals(MemberSet.of(1, 2, 4), fixture.state.master().preferred());
    }

    @Test
    void allAreAskedAgainWhenTheFirstDoNotAnswer() {
        EngineFixture fixture = propose(asking(1, 3, 4), 0).waited().tick(Timing.RETRANSMIT_INTERVAL);
        assertEquals(MemberSet.of(), fixture.state.master().preferred());
        propose(fixture, 1).assertSent(toAll(new Accept(1, NEXT)));
    }

    @Test
    void decisionIsToldAtOnceToThoseWhoActOnIt() {
        Commit commit = new Commit(0, NEXT);
        propose(master(), 0).receive(2, new Accepted(0, NEXT)).assertSent(to(2, commit), to(3, commit));
    }

    @Test
    void allOthersHearOfDecisionsNowAndThen() {
        EngineFixture fixture = propose(propose(master(), 0), 1).tick(0).receive(2, new Accepted(0, NEXT));
        fixture.tick(Timing.PUBLISH_INTERVAL - 1).assertSent();
        Commit commit = new Commit(0, NEXT);
        fixture.tick(Timing.PUBLISH_INTERVAL).assertSent(to(2, commit), to(4, commit), to(5, commit));
        fixture.receive(2, new Accepted(1, NEXT));
        fixture.tick(2 * Timing.PUBLISH_INTERVAL - 1).assertSent();
    }

    @Test
    void voterAcceptsWithTheDecisionAndSaysSo() {
        Entry entry = new Entry(new Version(0, 2), new Version(0, 1), Configuration.settled(1, 2));
        EngineFixture voter = EngineFixture.founder(3, 3, 1).receive(1, new Commit(0, entry));
        voter.assertSent(to(1, new Accepted(0, entry)));
        assertEquals(entry, voter.state.control().accepted().get(0));
        assertEquals(entry, voter.state.control().committed().get(0));
        voter.receive(1, new Commit(0, entry)).assertSent();
    }

    @Test
    void nonVoterAcceptsSilently() {
        Entry entry = new Entry(new Version(0, 2), new Version(0, 1), Configuration.settled(1, 2));
        EngineFixture learner = EngineFixture.founder(3, 3, 1);
        learner.with(learner.state.control().withVoting(new Voting(new Version(0, 2), MemberSet.of(1, 2))));
        learner.receive(1, new Commit(0, entry)).assertSent();
        assertEquals(entry, learner.state.control().accepted().get(0));
        learner.receive(1, new Accept(0, entry)).assertSent(to(1, new Accepted(0, entry)));
    }

    @Test
    void forwardedCommitIsNoProposal() {
        Entry entry = new Entry(new Version(0, 2), new Version(0, 1), Configuration.settled(1, 2));
        EngineFixture fixture = EngineFixture.founder(3, 3, 1).receive(2, new ForwardedCommit(new Commit(0, entry)));
        fixture.assertSent();
        assertEquals(entry, fixture.state.control().committed().get(0));
        assertEquals(
                Entry.first(Configuration.settled(1, 2)),
                fixture.state.control().accepted().get(0));
    }

    @Test
    void soleVoterAsksNoOtherMember() {
        EngineFixture alone = EngineFixture.founder(1, 1, 1).tick(500_000);
        assertEquals(Members.NONE, alone.state.local().follower().master());
        Entry first = alone.state.control().committed().get(0);
        Configuration moving = first.configuration().withMigration(Members.NONE, 2);
        alone.work(context -> context.propose("Propose", 0, 0, first, moving));
        assertEquals(
                0,
                alone.sent().stream()
                        .filter(send -> send.message() instanceof Accept)
                        .count());
    }
}
