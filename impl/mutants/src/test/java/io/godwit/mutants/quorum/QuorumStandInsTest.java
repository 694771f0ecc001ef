package io.godwit.mutants.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.mutants.Mutants;
import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Received;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.agenda.Learned;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.View;
import io.godwit.protocol.quorum.data.decision.AbortMigration;
import io.godwit.protocol.quorum.data.decision.Cluster;
import io.godwit.protocol.quorum.data.decision.EvictBackup;
import io.godwit.protocol.quorum.data.decision.HandleCaughtUp;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.data.decision.StartMigration;
import io.godwit.protocol.quorum.data.decision.Vouched;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.replication.HandleAppend;
import io.godwit.protocol.quorum.registers.AbandonMigration;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import org.junit.jupiter.api.Test;

/** Members 1, 2, 3; the only partition is decided under version 1.2. */
class QuorumStandInsTest {
    private static final Configuration SETTLED = Configuration.settled(1, 2);
    private static final Configuration MIGRATING = SETTLED.withMigration(1, 3);

    private static Guards without(String name) {
        return Mutants.find("quorum/" + name).orElseThrow().guards();
    }

    private static Entry entry(int number, Configuration configuration) {
        return new Entry(1, number, 1, number - 1, configuration);
    }

    /** Member with something decided and something else accepted. */
    private static ControlState member(int self, Configuration decided, Configuration proposed) {
        ControlState first =
                ControlState.founder(self, PartitionVector.of(1, p -> entry(2, decided)), MemberSet.of(1, 2, 3));
        return first.inTerm(1, Role.MASTER).withAccepted(PartitionVector.of(1, p -> entry(3, proposed)), 0);
    }

    private static Entry learned(String mutant, ControlState state) {
        Guards guards = without(mutant);
        return guards.make(Learned.class, Learned::new).of(state, 0);
    }

    @Test
    void aPrimaryActsOnAProposalThatShrinksItsInSyncSetAndOnNoOther() {
        Configuration shrunk = SETTLED.withoutInSync(2);
        assertEquals(entry(3, shrunk), learned("ShrinksAfterDecision", member(1, SETTLED, shrunk)));
        assertEquals(entry(2, SETTLED), learned("ShrinksAfterDecision", member(2, SETTLED, shrunk)));
        assertEquals(entry(2, SETTLED), learned("ShrinksAfterDecision", member(1, SETTLED, MIGRATING)));
        assertEquals(entry(2, SETTLED), new Learned(Guards.ALL).of(member(1, SETTLED, shrunk), 0));
    }

    @Test
    void aDestinationServesWhenTheSwitchIsProposed() {
        Configuration switched = MIGRATING.migrated();
        assertEquals(entry(3, switched), learned("ServesAfterDecision", member(3, MIGRATING, switched)));
        assertEquals(entry(2, MIGRATING), learned("ServesAfterDecision", member(1, MIGRATING, switched)));
        assertEquals(
                entry(2, MIGRATING),
                learned("ServesAfterDecision", member(3, MIGRATING, MIGRATING.withoutMigration())));
    }

    @Test
    void aReplicaTakesAnEntryUnderAVersionThatItHasNotActivated() {
        Guards guards = without("ReconcilesFirst");
        HandleAppend handler = guards.make(HandleAppend.class, HandleAppend::new);
        DataState backup = new DataState(
                2,
                Status.UP,
                2,
                PartitionVector.of(1, p -> Replica.NONE.activated(new View(new Version(1, 2), SETTLED))));
        Version newer = new Version(2, 3);
        Append first = new Append(0, newer, 1, new LogEntry(newer, 7, 1, new Operation.Put(1, 1)));
        Step<DataState> step = handler.handle(backup, new Received<>(1, first));
        assertTrue(step.accepted());
        assertEquals(newer, step.state().replica(0).epoch());
        assertEquals(1, step.state().replica(0).log().length());

        Append gap = new Append(0, newer, 3, first.entry());
        Step<DataState> refused = handler.handle(backup, new Received<>(1, gap));
        assertEquals(QuorumGuard.REFUSES_GAP, refused.refusal());
        assertSame(backup, refused.state());
        assertFalse(handler.handle(backup, new Received<>(3, first)).accepted());
    }

    @Test
    void anAbortIsToldAndNotDecided() {
        Guards guards = without("AbortIsDecision");
        MasterView view = new MasterView(entry(2, MIGRATING), Vouched.NOBODY, cluster(MemberSet.of(1, 2)));
        AbortMigration decision = guards.make(AbortMigration.class, AbortMigration::new);
        Step<MasterView> decided = decision.handle(view, new AbortMigration.Request(view.decided()));
        assertEquals(Step.to(view), decided);

        ControlState master = member(2, MIGRATING, MIGRATING);
        AbandonMigration proposal = guards.make(AbandonMigration.class, AbandonMigration::new);
        Step<ControlState> told = proposal.handle(master, new AbandonMigration.Request(0, entry(2, MIGRATING)));
        Entry forgotten = entry(3, SETTLED);
        assertEquals(Step.to(master, new Command.Send(1, new Commit(0, forgotten))), told);
    }

    @Test
    void whatIsDueWithAGuardIsNotWithoutIt() {
        MasterView dead = new MasterView(entry(2, MIGRATING), Vouched.NOBODY, cluster(MemberSet.of(1)));
        EvictBackup.Request evict = new EvictBackup.Request(dead.decided(), 2);
        assertTrue(new EvictBackup(Guards.ALL).isDue(dead, evict));
        assertFalse(new EvictBackup(without("EvictsDead")).isDue(dead, evict));
        AbortMigration.Request abort = new AbortMigration.Request(dead.decided());
        assertTrue(new AbortMigration(Guards.ALL).isDue(dead, abort));
        assertFalse(new AbortMigration(without("AbortsOrphans")).isDue(dead, abort));
        StartMigration.Request move = new StartMigration.Request(dead.decided(), 1, 3);
        Cluster leaving = new Cluster(MemberSet.of(1, 3), MemberSet.of(1), MemberSet.of(1, 3), 2);
        MasterView drained = new MasterView(dead.decided(), Vouched.NOBODY, leaving);
        assertTrue(new StartMigration(Guards.ALL).isDue(drained, move));
        assertFalse(new StartMigration(without("MovesLeavers")).isDue(drained, move));
        assertEquals(MemberSet.of(3), new StartMigration(Guards.ALL).holders(leaving));
        assertEquals(MemberSet.of(1, 3), new StartMigration(without("MovesLeavers")).holders(leaving));
    }

    @Test
    void aWordOfAnOlderVersionIsFiled() {
        MasterView view = new MasterView(entry(2, SETTLED), Vouched.NOBODY, cluster(MemberSet.of(1, 2)));
        Received<CaughtUp> word = new Received<>(1, new CaughtUp(0, new Version(1, 1), 2));
        assertFalse(new HandleCaughtUp(Guards.ALL).handle(view, word).accepted());
        Guards guards = without("GrowComparesBase");
        Step<MasterView> filed =
                guards.make(HandleCaughtUp.class, HandleCaughtUp::new).handle(view, word);
        assertEquals(new Version(1, 1), filed.state().vouched().of(2));
    }

    private static Cluster cluster(MemberSet up) {
        return new Cluster(up, MemberSet.of(), MemberSet.of(1, 2, 3), 2);
    }
}
