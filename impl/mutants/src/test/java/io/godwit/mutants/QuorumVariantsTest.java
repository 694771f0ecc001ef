package io.godwit.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.FencedReplication;
import io.godwit.protocol.quorum.LearnerMigration;
import io.godwit.protocol.quorum.MasterFailover;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.Registers;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.decision.CaughtUpVersions;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Members 1, 2, 3; the only partition is decided under version 1.2. */
class QuorumVariantsTest {
    private static final Configuration SETTLED = Configuration.settled(1, 2);
    private static final Configuration MIGRATING = SETTLED.withMigration(1, 3);

    private static Entry entry(int number, Configuration configuration) {
        return new Entry(new Version(1, number), new Version(1, number - 1), configuration);
    }

    /** Member with something decided and something else accepted. */
    private static ControlState member(int self, Configuration decided, Configuration proposed) {
        ControlState first =
                ControlState.founder(self, PartitionVector.of(1, p -> entry(2, decided)), MemberSet.of(1, 2, 3));
        return first.inTerm(1, Role.MASTER).withAccepted(PartitionVector.of(1, p -> entry(3, proposed)), 0);
    }

    private static Entry learned(String mutant, ControlState state) {
        return lacking(mutant).replication().learned(state, 0);
    }

    @Test
    void primaryActsOnAProposalThatShrinksItsInSyncSetAndOnNoOther() {
        Configuration shrunk = SETTLED.withoutInSync(2);
        assertEquals(entry(3, shrunk), learned("ShrinksAfterDecision", member(1, SETTLED, shrunk)));
        assertEquals(entry(2, SETTLED), learned("ShrinksAfterDecision", member(2, SETTLED, shrunk)));
        assertEquals(entry(2, SETTLED), learned("ShrinksAfterDecision", member(1, SETTLED, MIGRATING)));
        assertEquals(entry(2, SETTLED), Quorum.whole().replication().learned(member(1, SETTLED, shrunk), 0));
    }

    @Test
    void destinationServesWhenTheSwitchIsProposed() {
        Configuration switched = MIGRATING.migrated();
        assertEquals(entry(3, switched), learned("ServesAfterDecision", member(3, MIGRATING, switched)));
        assertEquals(entry(2, MIGRATING), learned("ServesAfterDecision", member(1, MIGRATING, switched)));
        assertEquals(
                entry(2, MIGRATING),
                learned("ServesAfterDecision", member(3, MIGRATING, MIGRATING.withoutMigration())));
    }

    @Test
    void replicaTakesAnEntryUnderAVersionThatItHasNotActivated() {
        FencedReplication replication = lacking("ReconcilesFirst").replication();
        DataState backup = new DataState(
                2,
                Status.UP,
                2,
                PartitionVector.of(1, p -> Replica.NONE.activated(new View(new Version(1, 2), SETTLED))));
        Version newer = new Version(2, 3);
        Append first = new Append(0, newer, 1, new LogEntry(newer, 7, 1, new Operation.Put(1, 1)));
        Step<DataState> step = Step.of(backup, s -> replication.handleAppend(s, 1, first));
        assertTrue(step.accepted());
        assertEquals(newer, step.state().replica(0).epoch());
        assertEquals(1, step.state().replica(0).log().length());

        Append gap = new Append(0, newer, 3, first.entry());
        Step<DataState> refused = Step.of(backup, s -> replication.handleAppend(s, 1, gap));
        assertEquals(QuorumRule.REFUSES_GAP, refused.refusal());
        assertSame(backup, refused.state());
        assertFalse(Step.of(backup, s -> replication.handleAppend(s, 3, first)).accepted());
    }

    @Test
    void abortIsToldAndNotDecided() {
        MasterView view = new MasterView(entry(2, MIGRATING), CaughtUpVersions.NOBODY, cluster(MemberSet.of(1, 2)));
        Step<MasterView> decided =
                Step.of(view, v -> lacking("AbortIsDecision").migration().abortMigration(v, v.decided()));
        assertEquals(Step.to(view), decided);

        ControlState master = member(2, MIGRATING, MIGRATING);
        Registers registers =
                Mutants.find("quorum/AbortIsDecision").orElseThrow().quorum().registers();
        Step<ControlState> told = Step.of(
                master,
                state -> registers.propose(
                        state, 0, entry(2, MIGRATING), decided.state().proposed()));
        Entry forgotten = entry(3, SETTLED);
        assertEquals(Step.to(master, new Command.Send(1, new Commit(0, forgotten))), told);
    }

    @Test
    void dueDecisionNeedsItsGuard() {
        MasterView dead = new MasterView(entry(2, MIGRATING), CaughtUpVersions.NOBODY, cluster(MemberSet.of(1)));
        assertTrue(Quorum.whole().replication().isEvictionDue(dead, 2));
        assertFalse(lacking("EvictsDead").replication().isEvictionDue(dead, 2));
        LearnerMigration whole = Quorum.whole().migration();
        assertTrue(whole.isAbortDue(dead, dead.decided()));
        assertFalse(lacking("AbortsOrphans").migration().isAbortDue(dead, dead.decided()));
        ClusterView leaving = new ClusterView(MemberSet.of(1, 3), MemberSet.of(1), MemberSet.of(1, 3), 2);
        MasterView drained = new MasterView(dead.decided(), CaughtUpVersions.NOBODY, leaving);
        LearnerMigration staying = lacking("MovesLeavers").migration();
        assertTrue(whole.isMigrationDue(drained, dead.decided(), 1));
        assertFalse(staying.isMigrationDue(drained, dead.decided(), 1));
        assertEquals(MemberSet.of(3), whole.holders(leaving));
        assertEquals(MemberSet.of(1, 3), staying.holders(leaving));
    }

    @Test
    void wordOfAnOlderVersionIsFiled() {
        MasterView view = new MasterView(entry(2, SETTLED), CaughtUpVersions.NOBODY, cluster(MemberSet.of(1, 2)));
        CaughtUp word = new CaughtUp(0, new Version(1, 1), 2);
        assertFalse(Step.of(view, v -> Quorum.whole().migration().handleCaughtUp(v, 1, word))
                .accepted());
        Step<MasterView> filed =
                Step.of(view, v -> lacking("GrowComparesBase").migration().handleCaughtUp(v, 1, word));
        assertEquals(new Version(1, 1), filed.state().vouched().of(2));
    }

    @Test
    void restartedMemberGetsNoNewVersion() {
        MasterView view = new MasterView(entry(2, SETTLED), CaughtUpVersions.NOBODY, cluster(MemberSet.of(1, 2)));
        Resumed word = new Resumed(0, new Version(1, 2));
        assertTrue(Step.of(view, v -> Quorum.whole().durable().restampResumed(v, 1, word))
                .accepted());
        assertFalse(Step.of(view, v -> lacking("RestampsResumed").durable().restampResumed(v, 1, word))
                .accepted());
    }

    /** Primary 1 of a migration to 3, with a read. */
    private static DataState moving() {
        Replica replica = Replica.NONE
                .activated(new View(new Version(1, 2), MIGRATING))
                .withLog(Log.EMPTY.append(new LogEntry(new Version(1, 1), 7, 1, new Operation.Put(1, 1))));
        PendingCall read = new PendingCall.ForRead(1, new Operation.Get(1), replica.log(), MemberSet.of());
        PrimaryState primaryState =
                replica.primaryState().acknowledged(2, 1).acknowledged(3, 1).waiting(8, read);
        return new DataState(1, Status.UP, 2, PartitionVector.of(1, p -> replica.withPrimaryState(primaryState)));
    }

    @Test
    void sourceDropsItsCopyTooSoon() {
        Step<DataState> step =
                Step.of(moving(), s -> lacking("DropsAfterDecision").migration().proposeMember(s, 0, 3));
        assertTrue(step.state().replica(0).log().isEmpty());
        Step<DataState> whole =
                Step.of(moving(), s -> Quorum.whole().migration().proposeMember(s, 0, 3));
        assertEquals(1, whole.state().replica(0).log().length());
    }

    @Test
    void readGoesOnAndTheRetiredAreNotTold() {
        View next = new View(new Version(1, 3), SETTLED);
        Step<DataState> reading =
                Step.of(moving(), s -> lacking("ReadKeepsEpoch").replication().activate(s, 0, next));
        assertEquals(1, reading.state().replica(0).primaryState().calls().size());
        Step<DataState> whole =
                Step.of(moving(), s -> Quorum.whole().replication().activate(s, 0, next));
        assertEquals(0, whole.state().replica(0).primaryState().calls().size());
        View without = new View(new Version(1, 3), Configuration.settled(2));
        assertTrue(Step.of(moving(), s -> Quorum.whole().replication().activate(s, 0, without))
                .accepted());
        assertFalse(Step.of(moving(), s -> lacking("TellsRetired").replication().activate(s, 0, without))
                .accepted());
    }

    private static ClusterView cluster(MemberSet up) {
        return new ClusterView(up, MemberSet.of(), MemberSet.of(1, 2, 3), 2);
    }

    private static Quorum lacking(String name) {
        return Mutants.find("quorum/" + name).orElseThrow().quorum();
    }

    private static Step<ControlState> accept(String mutant, ControlState state, Entry entry) {
        return Step.of(state, s -> lacking(mutant).registers().handleAccept(s, 3, new ControlMessage.Accept(0, entry)));
    }

    @Test
    void acceptedEventHasOtherEffects() {
        ControlState master = member(1, SETTLED, SETTLED);
        Entry later = new Entry(new Version(2, 3), new Version(1, 2), MIGRATING);
        Step<ControlState> whole = Step.of(
                master, s -> Quorum.whole().registers().handleAccept(s, 3, new ControlMessage.Accept(0, later)));
        assertEquals(Role.FOLLOWER, whole.state().role());
        assertEquals(
                whole.state().withRole(Role.MASTER),
                accept("LaterTermEndsMastership", master, later).state());
        assertEquals(1, accept("AcceptRaisesTerm", master, later).state().term());
        assertEquals(
                master.stamp(),
                accept("StampFollowsRegisters", master, later).state().stamp());
        assertEquals(
                later, accept("ActOnCommit", master, later).state().committed().get(0));
        Stamps termless = lacking("StampCoversTerm").stamps();
        assertEquals(termless.contribution(1, entry(2, SETTLED)), termless.contribution(1, later(2)));
        assertFalse(new Stamps().contribution(1, entry(2, SETTLED)) == new Stamps().contribution(1, later(2)));
    }

    private static Entry later(int number) {
        return new Entry(new Version(7, number), new Version(1, 1), SETTLED);
    }

    @Test
    void faultLeavesMoreThanItShould() {
        ControlState master = member(1, SETTLED, SETTLED);
        assertEquals(
                ControlState.empty(1, 1).withVoting(master.voting()),
                lacking("FreshIdentity").failover().crash(master, 7).state());
        assertTrue(lacking("RebootEndsMastership")
                .failover()
                .reboot(master, 1)
                .state()
                .isMaster());
        assertFalse(Quorum.whole().failover().reboot(master, 1).state().isMaster());
    }

    @Test
    void newMasterCountsWhatItHasNotProposed() {
        ControlState candidate = member(1, SETTLED, SETTLED).inTerm(5, Role.CANDIDATE);
        ControlState voted = candidate;
        for (int voter = 1; voter <= 2; voter++) {
            Entry known = voter == 1 ? entry(3, SETTLED) : entry(4, SETTLED);
            Vote vote = new Vote(5, PartitionVector.of(1, p -> known), candidate.voting());
            voted = voted.withBallot(voted.ballot().with(voter, vote));
        }
        assertEquals(
                entry(4, SETTLED),
                become("RestampFirst", voted, 1, 2).committed().get(0));
        assertEquals(
                entry(2, SETTLED),
                become("RestampAlways", voted, 1, 2).committed().get(0));
        assertEquals(
                entry(4, SETTLED), become("RestampAlways", voted, 2).committed().get(0));
        assertEquals(
                entry(3, SETTLED),
                become("MasterStoresRestamp", voted, 1, 2).accepted().get(0));
        assertEquals(
                entry(3, SETTLED).restamped(5),
                become("RecoverFromMajority", voted, 2).outstanding().get(0));
    }

    private static ControlState become(String mutant, ControlState state, int... voters) {
        MasterFailover failover = new FailoverOfMutant(mutant).failover();
        return Step.of(state, s -> failover.becomeMaster(s, MemberSet.of(voters)))
                .state();
    }

    private record FailoverOfMutant(String mutant) {
        MasterFailover failover() {
            // A majority is not what these tests are about.
            return lacking(mutant)
                    .lacking(List.of(QuorumRule.SUSPICION_KEEPS_MAJORITY))
                    .failover();
        }
    }

    @Test
    void abortMayFollowAnotherProposal() {
        Entry base = entry(2, MIGRATING);
        ControlState busy = member(1, MIGRATING, MIGRATING);
        busy = busy.withOutstanding(PartitionVector.of(1, p -> entry(3, MIGRATING.migrated())), busy.answers());
        ControlState state = busy;
        Registers registers = lacking("AbortTakesNewVersion").registers();
        assertTrue(Step.of(state, s -> registers.propose(s, 0, base, SETTLED)).accepted());
        assertFalse(Step.of(state, s -> registers.propose(s, 0, base, MIGRATING.migrated()))
                .accepted());
    }

    @Test
    void newcomerNeedNotBeOne() {
        ControlState master = member(1, SETTLED, SETTLED);
        Configuration again = SETTLED.withMigration(1, 2);
        assertTrue(Step.of(master, s -> lacking("NewcomersOnly").registers().propose(s, 0, entry(2, SETTLED), again))
                .accepted());
        assertFalse(Step.of(master, s -> Quorum.whole().registers().propose(s, 0, entry(2, SETTLED), again))
                .accepted());
    }
}
