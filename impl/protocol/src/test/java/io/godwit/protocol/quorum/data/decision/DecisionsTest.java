package io.godwit.protocol.quorum.data.decision;

import static io.godwit.protocol.quorum.data.Fixture.A;
import static io.godwit.protocol.quorum.data.Fixture.ABC;
import static io.godwit.protocol.quorum.data.Fixture.B;
import static io.godwit.protocol.quorum.data.Fixture.C;
import static io.godwit.protocol.quorum.data.Fixture.D;
import static io.godwit.protocol.quorum.data.Fixture.V1;
import static io.godwit.protocol.quorum.data.Fixture.V2;
import static io.godwit.protocol.quorum.data.Fixture.V3;
import static io.godwit.protocol.quorum.data.Fixture.assertAccepts;
import static io.godwit.protocol.quorum.data.Fixture.assertRefuses;
import static io.godwit.protocol.quorum.data.Fixture.lagging;
import static io.godwit.protocol.quorum.data.Fixture.moving;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Received;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionsTest {
    private static final int E = 5;

    private static Entry entry(Version version, Configuration configuration) {
        return new Entry(version.term(), version.number(), 1, 1, configuration);
    }

    private static Cluster cluster(int... leaving) {
        return new Cluster(MemberSet.of(A, B, C, D), MemberSet.of(leaving), MemberSet.of(A, B, C), 2);
    }

    private static MasterView master(Configuration decided) {
        return new MasterView(entry(V2, decided), Vouched.NOBODY, cluster());
    }

    private static MasterView dead(Configuration decided, int member) {
        Cluster cluster = cluster();
        return new MasterView(
                entry(V2, decided),
                Vouched.NOBODY,
                new Cluster(cluster.up().without(member), cluster.leaving(), cluster.voters(), cluster.copies()));
    }

    private static MasterView told(Configuration decided, int member, Version version) {
        return master(decided).with(Vouched.NOBODY.with(member, version));
    }

    /** The request is decided; and it is refused when something else was decided before. */
    private static <E> void decides(
            Handler<MasterView, E> handler, MasterView state, E request, Configuration expected) {
        assertAccepts(
                new MasterView(state.decided(), state.vouched(), state.cluster(), state.copies(), expected),
                List.of(),
                handler.handle(state, request));
    }

    @Test
    void aBackupIsEvicted() {
        EvictBackup evict = new EvictBackup(Guards.ALL);
        MasterView master = master(ABC);
        decides(evict, master, new EvictBackup.Request(master.decided(), C), lagging());
        assertRefuses(QuorumRule.IN_SYNC, master, evict.handle(master, new EvictBackup.Request(master.decided(), D)));
        assertRefuses(
                QuorumRule.NOT_PRIMARY, master, evict.handle(master, new EvictBackup.Request(master.decided(), A)));
    }

    @Test
    void anEvictionIsDueWhenTheBackupIsDead() {
        EvictBackup evict = new EvictBackup(Guards.ALL);
        MasterView master = dead(ABC, C);
        assertTrue(evict.isDue(master, new EvictBackup.Request(master.decided(), C)));
        assertFalse(evict.isDue(master, new EvictBackup.Request(master.decided(), B)));
    }

    @Test
    void everyDecisionIsMadeOnTopOfItsBase() {
        MasterView master = told(moving(), D, V2);
        Entry old = entry(V1, moving());
        Entry calm = entry(V1, lagging());
        assertRefuses(
                QuorumRule.DECISION_COMPARES_BASE,
                master,
                new EvictBackup(Guards.ALL).handle(master, new EvictBackup.Request(old, B)));
        assertRefuses(
                QuorumRule.DECISION_COMPARES_BASE,
                master,
                new RemoveReplica(Guards.ALL).handle(master, new RemoveReplica.Request(old, B)));
        assertRefuses(
                QuorumRule.DECISION_COMPARES_BASE,
                master,
                new Promote(Guards.ALL).handle(master, new Promote.Request(old, B)));
        assertRefuses(
                QuorumRule.DECISION_COMPARES_BASE,
                master,
                new SwitchPrimary(Guards.ALL).handle(master, new SwitchPrimary.Request(calm, B)));
        assertRefuses(
                QuorumRule.DECISION_COMPARES_BASE,
                master,
                new StartMigration(Guards.ALL).handle(master, new StartMigration.Request(calm, A, D)));
        assertRefuses(
                QuorumRule.DECISION_COMPARES_BASE,
                master,
                new AdmitBackup(Guards.ALL).handle(master, new AdmitBackup.Request(old, C)));
        assertRefuses(
                QuorumRule.DECISION_COMPARES_BASE,
                master,
                new FinishMigration(Guards.ALL).handle(master, new FinishMigration.Request(old)));
        assertRefuses(
                QuorumRule.ABORT_COMPARES_BASE,
                master,
                new AbortMigration(Guards.ALL).handle(master, new AbortMigration.Request(old)));
        assertRefuses(
                QuorumRule.DECISION_COMPARES_BASE,
                master,
                new Restamp(Guards.ALL).handle(master, new Restamp.Request(old)));
        assertTrue(new EvictBackup(Guards.without(QuorumRule.DECISION_COMPARES_BASE))
                .handle(master, new EvictBackup.Request(old, B))
                .accepted());
        assertTrue(new AbortMigration(Guards.without(QuorumRule.ABORT_COMPARES_BASE))
                .handle(master, new AbortMigration.Request(old))
                .accepted());
    }

    @Test
    void aBackupIsRemoved() {
        RemoveReplica remove = new RemoveReplica(Guards.ALL);
        MasterView master = master(ABC);
        decides(remove, master, new RemoveReplica.Request(master.decided(), C), Configuration.settled(A, B));
        assertRefuses(
                QuorumRule.IS_BACKUP, master, remove.handle(master, new RemoveReplica.Request(master.decided(), A)));
        assertRefuses(
                QuorumRule.IS_BACKUP, master, remove.handle(master, new RemoveReplica.Request(master.decided(), D)));
    }

    @Test
    void aRemovalIsDueWhenTheBackupIsDeadOrOneTooMany() {
        RemoveReplica remove = new RemoveReplica(Guards.ALL);
        MasterView surplus = master(ABC);
        assertTrue(remove.isDue(surplus, new RemoveReplica.Request(surplus.decided(), C)));
        MasterView exact = master(Configuration.settled(A, B));
        assertFalse(remove.isDue(exact, new RemoveReplica.Request(exact.decided(), B)));
        MasterView dead = dead(Configuration.settled(A, B), B);
        assertTrue(remove.isDue(dead, new RemoveReplica.Request(dead.decided(), B)));
    }

    @Test
    void ofTwoTooManyTheLeaverGoesFirst() {
        RemoveReplica remove = new RemoveReplica(Guards.ALL);
        MasterView master = new MasterView(entry(V2, ABC), Vouched.NOBODY, cluster(C));
        assertTrue(remove.isDue(master, new RemoveReplica.Request(master.decided(), C)));
        assertFalse(remove.isDue(master, new RemoveReplica.Request(master.decided(), B)));
        assertTrue(new RemoveReplica(Guards.without(QuorumRule.RETIRES_LEAVERS_FIRST))
                .isDue(master, new RemoveReplica.Request(master.decided(), B)));
        MasterView other = new MasterView(entry(V2, ABC), Vouched.NOBODY, cluster(A));
        assertTrue(remove.isDue(other, new RemoveReplica.Request(other.decided(), B)));
    }

    @Test
    void anInSyncBackupIsPromoted() {
        Promote promote = new Promote(Guards.ALL);
        MasterView master = master(moving());
        Promote.Request lagging = new Promote.Request(master.decided(), C);
        decides(
                promote,
                master,
                new Promote.Request(master.decided(), B),
                Configuration.of(B, new int[] {C}, MemberSet.of(B), Members.NONE, Members.NONE));
        assertRefuses(QuorumRule.PROMOTES_IN_SYNC_ONLY, master, promote.handle(master, lagging));
        assertTrue(new Promote(Guards.without(QuorumRule.PROMOTES_IN_SYNC_ONLY))
                .handle(master, lagging)
                .accepted());
        assertRefuses(QuorumRule.IS_BACKUP, master, promote.handle(master, new Promote.Request(master.decided(), A)));
        assertRefuses(QuorumRule.IS_BACKUP, master, promote.handle(master, new Promote.Request(master.decided(), D)));
    }

    @Test
    void aPromotionIsDueWhenThePrimaryIsDead() {
        Promote promote = new Promote(Guards.ALL);
        MasterView alive = dead(ABC, B);
        assertFalse(promote.isDue(alive, new Promote.Request(alive.decided(), B)));
        MasterView dead = dead(ABC, A);
        assertTrue(promote.isDue(dead, new Promote.Request(dead.decided(), B)));
    }

    @Test
    void primaryAndBackupChangePlaces() {
        SwitchPrimary change = new SwitchPrimary(Guards.ALL);
        MasterView master = master(lagging());
        decides(
                change,
                master,
                new SwitchPrimary.Request(master.decided(), B),
                Configuration.of(B, new int[] {A, C}, MemberSet.of(A, B), Members.NONE, Members.NONE));
        assertRefuses(
                QuorumRule.IN_SYNC, master, change.handle(master, new SwitchPrimary.Request(master.decided(), C)));
        assertRefuses(
                QuorumRule.NOT_PRIMARY, master, change.handle(master, new SwitchPrimary.Request(master.decided(), A)));
        MasterView migrating = master(moving());
        assertRefuses(
                QuorumRule.NOT_MIGRATING,
                migrating,
                change.handle(migrating, new SwitchPrimary.Request(migrating.decided(), B)));
    }

    private static StartMigration.Request move(MasterView master, int source, int destination) {
        return new StartMigration.Request(master.decided(), source, destination);
    }

    @Test
    void aMigrationStarts() {
        StartMigration start = new StartMigration(Guards.ALL);
        MasterView master = master(lagging());
        decides(start, master, move(master, A, D), moving());
        decides(start, master, move(master, Members.NONE, D), lagging().withMigration(Members.NONE, D));
    }

    @Test
    void aMigrationNeedsASourceAndADestination() {
        StartMigration start = new StartMigration(Guards.ALL);
        MasterView master = master(lagging());
        assertRefuses(QuorumRule.DESTINATION_UP, master, start.handle(master, move(master, A, E)));
        assertRefuses(QuorumRule.DESTINATION_IS_NEW, master, start.handle(master, move(master, A, B)));
        assertRefuses(QuorumRule.IS_REPLICA, master, start.handle(master, move(master, E, D)));
        StartMigration broken = new StartMigration(Guards.without(QuorumRule.DESTINATION_IS_NEW));
        assertRefuses(QuorumRule.SOURCE_IS_OTHER, master, broken.handle(master, move(master, B, B)));
        assertTrue(broken.handle(master, move(master, A, B)).accepted());
    }

    @Test
    void aPartitionHasOneMigrationAtATime() {
        StartMigration start = new StartMigration(Guards.ALL);
        MasterView master = master(moving());
        assertRefuses(QuorumRule.ONE_MIGRATION, master, start.handle(master, move(master, B, D)));
        assertTrue(new StartMigration(Guards.without(QuorumRule.ONE_MIGRATION))
                .handle(master, move(master, B, D))
                .accepted());
    }

    @Test
    void aLeaverGetsNothing() {
        StartMigration start = new StartMigration(Guards.ALL);
        MasterView master = new MasterView(entry(V2, lagging()), Vouched.NOBODY, cluster(D));
        assertRefuses(QuorumRule.LEAVER_GETS_NOTHING, master, start.handle(master, move(master, A, D)));
        assertTrue(new StartMigration(Guards.without(QuorumRule.LEAVER_GETS_NOTHING))
                .handle(master, move(master, A, D))
                .accepted());
    }

    @Test
    void aMigrationIsDueWhenALeaverCannotBeDoneWithout() {
        StartMigration start = new StartMigration(Guards.ALL);
        MasterView master = new MasterView(entry(V2, lagging()), Vouched.NOBODY, cluster(B));
        assertTrue(start.isDue(master, move(master, B, D)));
        assertFalse(start.isDue(master, move(master, A, D)));
        MasterView enough = new MasterView(entry(V2, ABC), Vouched.NOBODY, cluster(B));
        assertFalse(start.isDue(enough, move(enough, B, D)));
    }

    @Test
    void aBackupThatIsCaughtUpIsAdmitted() {
        AdmitBackup admit = new AdmitBackup(Guards.ALL);
        MasterView master = told(lagging(), C, V2);
        decides(admit, master, new AdmitBackup.Request(master.decided(), C), ABC);
        assertRefuses(QuorumRule.IS_BACKUP, master, admit.handle(master, new AdmitBackup.Request(master.decided(), D)));
        assertRefuses(
                QuorumRule.NOT_IN_SYNC, master, admit.handle(master, new AdmitBackup.Request(master.decided(), B)));
    }

    @Test
    void nobodyIsAddedWithoutAPrimarysWordUnderThisVersion() {
        AdmitBackup admit = new AdmitBackup(Guards.ALL);
        AdmitBackup broken = new AdmitBackup(Guards.without(QuorumRule.GROW_COMPARES_BASE));
        AdmitBackup.Request request = new AdmitBackup.Request(entry(V2, lagging()), C);
        MasterView nothing = master(lagging());
        assertRefuses(QuorumRule.VOUCHED, nothing, admit.handle(nothing, request));
        assertRefuses(QuorumRule.VOUCHED, nothing, broken.handle(nothing, request));
        MasterView early = told(lagging(), C, V1);
        assertRefuses(QuorumRule.VOUCHED, early, admit.handle(early, request));
        assertTrue(broken.handle(early, request).accepted());
        MasterView late = told(lagging(), C, V3);
        assertRefuses(QuorumRule.VOUCHED, late, admit.handle(late, request));
        assertRefuses(QuorumRule.VOUCHED, late, broken.handle(late, request));
    }

    @Test
    void aMigrationFinishes() {
        FinishMigration finish = new FinishMigration(Guards.ALL);
        MasterView master = told(moving(), D, V2);
        decides(
                finish,
                master,
                new FinishMigration.Request(master.decided()),
                Configuration.of(D, new int[] {A, B, C}, MemberSet.of(A, B, D), Members.NONE, Members.NONE));
        MasterView other = told(moving(), C, V2);
        assertRefuses(QuorumRule.VOUCHED, other, finish.handle(other, new FinishMigration.Request(other.decided())));
        MasterView calm = told(lagging(), D, V2);
        assertRefuses(QuorumRule.MIGRATING, calm, finish.handle(calm, new FinishMigration.Request(calm.decided())));
    }

    @Test
    void aMigrationIsGivenUp() {
        AbortMigration abort = new AbortMigration(Guards.ALL);
        MasterView master = master(moving());
        decides(abort, master, new AbortMigration.Request(master.decided()), lagging());
        MasterView calm = master(lagging());
        assertRefuses(QuorumRule.MIGRATING, calm, abort.handle(calm, new AbortMigration.Request(calm.decided())));
    }

    @Test
    void givingUpIsDueWhenSomebodyWhoIsNeededIsDead() {
        AbortMigration abort = new AbortMigration(Guards.ALL);
        Configuration fromB = lagging().withMigration(B, D);
        AbortMigration.Request request = new AbortMigration.Request(entry(V2, fromB));
        assertTrue(abort.isDue(dead(fromB, A), request));
        assertTrue(abort.isDue(dead(fromB, B), request));
        assertTrue(abort.isDue(dead(fromB, D), request));
        assertFalse(abort.isDue(dead(fromB, C), request));
        Configuration copy = lagging().withMigration(Members.NONE, D);
        assertFalse(abort.isDue(dead(copy, B), new AbortMigration.Request(entry(V2, copy))));
    }

    @Test
    void aNewMasterDecidesTheSameAgain() {
        MasterView master = master(moving());
        decides(new Restamp(Guards.ALL), master, new Restamp.Request(master.decided()), moving());
    }

    @Test
    void theWordOfThePrimaryIsFiled() {
        HandleCaughtUp handle = new HandleCaughtUp(Guards.ALL);
        MasterView master = told(moving(), D, V1);
        CaughtUp word = new CaughtUp(1, V2, D);
        assertAccepts(told(moving(), D, V2), List.of(), handle.handle(master, new Received<>(A, word)));
        assertRefuses(QuorumRule.FROM_PRIMARY, master, handle.handle(master, new Received<>(B, word)));
        assertRefuses(
                QuorumRule.OF_THIS_VERSION, master, handle.handle(master, new Received<>(A, new CaughtUp(1, V1, D))));
        assertRefuses(
                QuorumRule.OF_THIS_VERSION, master, handle.handle(master, new Received<>(A, new CaughtUp(1, V3, D))));
    }

    @Test
    void theLatestWordCounts() {
        Vouched vouched = Vouched.NOBODY.with(D, V2);
        assertEquals(V2, vouched.of(D));
        assertEquals(Version.NONE, vouched.of(C));
        assertEquals(vouched, vouched.with(D, V1));
        assertEquals(V3, vouched.with(D, V3).of(D));
        assertEquals(V1, vouched.with(C, V1).of(C));
        assertEquals(V2, vouched.with(C, V1).of(D));
    }

    @Test
    void leaversGetNothingPlanned() {
        StartMigration all = new StartMigration(Guards.ALL);
        assertEquals(MemberSet.of(A, C, D), all.holders(cluster(B)));
        StartMigration without = new StartMigration(Guards.without(QuorumRule.MOVES_LEAVERS));
        assertEquals(MemberSet.of(A, B, C, D), without.holders(cluster(B)));
    }
}
