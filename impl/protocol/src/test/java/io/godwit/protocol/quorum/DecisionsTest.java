package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.ControlFixture.without;
import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.ABC;
import static io.godwit.protocol.quorum.data.DataFixture.B;
import static io.godwit.protocol.quorum.data.DataFixture.C;
import static io.godwit.protocol.quorum.data.DataFixture.D;
import static io.godwit.protocol.quorum.data.DataFixture.V1;
import static io.godwit.protocol.quorum.data.DataFixture.V2;
import static io.godwit.protocol.quorum.data.DataFixture.V3;
import static io.godwit.protocol.quorum.data.DataFixture.assertAccepts;
import static io.godwit.protocol.quorum.data.DataFixture.assertRefuses;
import static io.godwit.protocol.quorum.data.DataFixture.lagging;
import static io.godwit.protocol.quorum.data.DataFixture.moving;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.data.decision.CaughtUpVersions;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class DecisionsTest {
    private static final int E = 5;

    private static Entry entry(Version version, Configuration configuration) {
        return new Entry(version, new Version(1, 1), configuration);
    }

    private static ClusterView cluster(int... leaving) {
        return new ClusterView(MemberSet.of(A, B, C, D), MemberSet.of(leaving), MemberSet.of(A, B, C), 2);
    }

    private static MasterView master(Configuration decided) {
        return new MasterView(entry(V2, decided), CaughtUpVersions.NOBODY, cluster());
    }

    private static MasterView dead(Configuration decided, int member) {
        ClusterView cluster = cluster();
        return new MasterView(
                entry(V2, decided),
                CaughtUpVersions.NOBODY,
                new ClusterView(cluster.up().without(member), cluster.leaving(), cluster.voters(), cluster.copies()));
    }

    private static MasterView told(Configuration decided, int member, Version version) {
        return master(decided).with(CaughtUpVersions.NOBODY.with(member, version));
    }

    /** The request is decided; and it is refused when something else was decided before. */
    private static void decides(
            MasterView state, Function<MasterView, Step<MasterView>> decision, Configuration expected) {
        assertAccepts(
                new MasterView(state.decided(), state.vouched(), state.cluster(), state.copies(), expected),
                List.of(),
                take(state, decision));
    }

    @Test
    void backupIsEvicted() {
        MasterView master = master(ABC);
        decides(master, v -> ALL.replication().evictBackup(v, master.decided(), C), lagging());
        assertRefuses(
                QuorumRule.IN_SYNC, master, take(master, s -> ALL.replication().evictBackup(s, master.decided(), D)));
        assertRefuses(QuorumRule.NOT_PRIMARY, master, take(master, s -> ALL.replication()
                .evictBackup(s, master.decided(), A)));
    }

    @Test
    void evictionIsDueWhenTheBackupIsDead() {
        MasterView master = dead(ABC, C);
        assertTrue(ALL.replication().isEvictionDue(master, C));
        assertFalse(ALL.replication().isEvictionDue(master, B));
    }

    @Test
    void decisionIsMadeOnTopOfItsBase() {
        MasterView master = told(moving(), D, V2);
        Entry old = entry(V1, moving());
        Entry calm = entry(V1, lagging());
        assertRefuses(QuorumRule.DECISION_COMPARES_BASE, master, take(master, s -> ALL.replication()
                .evictBackup(s, old, B)));
        assertRefuses(QuorumRule.DECISION_COMPARES_BASE, master, take(master, s -> ALL.replication()
                .removeReplica(s, old, B)));
        assertRefuses(QuorumRule.DECISION_COMPARES_BASE, master, take(master, s -> ALL.promotion()
                .promote(s, old, B)));
        assertRefuses(QuorumRule.DECISION_COMPARES_BASE, master, take(master, s -> ALL.promotion()
                .switchPrimary(s, calm, B)));
        assertRefuses(QuorumRule.DECISION_COMPARES_BASE, master, take(master, s -> ALL.migration()
                .startMigration(s, calm, A, D)));
        assertRefuses(QuorumRule.DECISION_COMPARES_BASE, master, take(master, s -> ALL.migration()
                .admitBackup(s, old, C)));
        assertRefuses(QuorumRule.DECISION_COMPARES_BASE, master, take(master, s -> ALL.migration()
                .finishMigration(s, old)));
        assertRefuses(QuorumRule.ABORT_COMPARES_BASE, master, take(master, s -> ALL.migration()
                .abortMigration(s, old)));
        assertRefuses(QuorumRule.DECISION_COMPARES_BASE, master, take(master, s -> ALL.dataPlane()
                .restamp(s, old)));
        assertTrue(take(master, s -> without(QuorumRule.DECISION_COMPARES_BASE)
                        .replication()
                        .evictBackup(s, old, B))
                .accepted());
        assertTrue(take(
                        master,
                        s -> without(QuorumRule.ABORT_COMPARES_BASE).migration().abortMigration(s, old))
                .accepted());
    }

    @Test
    void backupIsRemoved() {
        MasterView master = master(ABC);
        decides(master, v -> ALL.replication().removeReplica(v, master.decided(), C), Configuration.settled(A, B));
        assertRefuses(QuorumRule.IS_BACKUP, master, take(master, s -> ALL.replication()
                .removeReplica(s, master.decided(), A)));
        assertRefuses(QuorumRule.IS_BACKUP, master, take(master, s -> ALL.replication()
                .removeReplica(s, master.decided(), D)));
    }

    @Test
    void removalIsDueWhenTheBackupIsDeadOrOneTooMany() {
        MasterView surplus = master(ABC);
        assertTrue(ALL.replication().isRemovalDue(surplus, surplus.decided(), C));
        MasterView exact = master(Configuration.settled(A, B));
        assertFalse(ALL.replication().isRemovalDue(exact, exact.decided(), B));
        MasterView dead = dead(Configuration.settled(A, B), B);
        assertTrue(ALL.replication().isRemovalDue(dead, dead.decided(), B));
    }

    @Test
    void leavingMemberIsRemovedFirst() {
        MasterView master = new MasterView(entry(V2, ABC), CaughtUpVersions.NOBODY, cluster(C));
        assertTrue(ALL.replication().isRemovalDue(master, master.decided(), C));
        assertFalse(ALL.replication().isRemovalDue(master, master.decided(), B));
        assertTrue(without(QuorumRule.RETIRES_LEAVERS_FIRST).replication().isRemovalDue(master, master.decided(), B));
        MasterView other = new MasterView(entry(V2, ABC), CaughtUpVersions.NOBODY, cluster(A));
        assertTrue(ALL.replication().isRemovalDue(other, other.decided(), B));
    }

    @Test
    void inSyncBackupIsPromoted() {
        MasterView master = master(moving());
        decides(
                master,
                v -> ALL.promotion().promote(v, master.decided(), B),
                Configuration.of(B, new int[] {C}, MemberSet.of(B), Members.NONE, Members.NONE));
        assertRefuses(QuorumRule.PROMOTES_IN_SYNC_ONLY, master, take(master, s -> ALL.promotion()
                .promote(s, master.decided(), C)));
        assertTrue(take(master, s -> without(QuorumRule.PROMOTES_IN_SYNC_ONLY)
                        .promotion()
                        .promote(s, master.decided(), C))
                .accepted());
        assertRefuses(
                QuorumRule.IS_BACKUP, master, take(master, s -> ALL.promotion().promote(s, master.decided(), A)));
        assertRefuses(
                QuorumRule.IS_BACKUP, master, take(master, s -> ALL.promotion().promote(s, master.decided(), D)));
    }

    @Test
    void promotionIsDueWhenThePrimaryIsDead() {
        MasterView alive = dead(ABC, B);
        assertFalse(ALL.promotion().isPromotionDue(alive, alive.decided()));
        MasterView dead = dead(ABC, A);
        assertTrue(ALL.promotion().isPromotionDue(dead, dead.decided()));
    }

    @Test
    void primaryAndBackupChangePlaces() {
        MasterView master = master(lagging());
        decides(
                master,
                v -> ALL.promotion().switchPrimary(v, master.decided(), B),
                Configuration.of(B, new int[] {A, C}, MemberSet.of(A, B), Members.NONE, Members.NONE));
        assertRefuses(
                QuorumRule.IN_SYNC, master, take(master, s -> ALL.promotion().switchPrimary(s, master.decided(), C)));
        assertRefuses(QuorumRule.NOT_PRIMARY, master, take(master, s -> ALL.promotion()
                .switchPrimary(s, master.decided(), A)));
        MasterView migrating = master(moving());
        assertRefuses(QuorumRule.NOT_MIGRATING, migrating, take(migrating, s -> ALL.promotion()
                .switchPrimary(s, migrating.decided(), B)));
    }

    @Test
    void migrationStarts() {
        MasterView master = master(lagging());
        decides(master, v -> ALL.migration().startMigration(v, master.decided(), A, D), moving());
        decides(
                master,
                v -> ALL.migration().startMigration(v, master.decided(), Members.NONE, D),
                lagging().withMigration(Members.NONE, D));
    }

    @Test
    void migrationNeedsASourceAndADestination() {
        MasterView master = master(lagging());
        assertRefuses(QuorumRule.DESTINATION_UP, master, take(master, s -> ALL.migration()
                .startMigration(s, master.decided(), A, E)));
        assertRefuses(QuorumRule.DESTINATION_IS_NEW, master, take(master, s -> ALL.migration()
                .startMigration(s, master.decided(), A, B)));
        assertRefuses(QuorumRule.IS_REPLICA, master, take(master, s -> ALL.migration()
                .startMigration(s, master.decided(), E, D)));
        assertRefuses(QuorumRule.SOURCE_IS_OTHER, master, take(master, s -> without(QuorumRule.DESTINATION_IS_NEW)
                .migration()
                .startMigration(s, master.decided(), B, B)));
        assertTrue(take(master, s -> without(QuorumRule.DESTINATION_IS_NEW)
                        .migration()
                        .startMigration(s, master.decided(), A, B))
                .accepted());
    }

    @Test
    void partitionHasOneMigrationAtATime() {
        MasterView master = master(moving());
        assertRefuses(QuorumRule.ONE_MIGRATION, master, take(master, s -> ALL.migration()
                .startMigration(s, master.decided(), B, D)));
        assertTrue(take(
                        master,
                        s -> without(QuorumRule.ONE_MIGRATION).migration().startMigration(s, master.decided(), B, D))
                .accepted());
    }

    @Test
    void leaverGetsNothing() {
        MasterView master = new MasterView(entry(V2, lagging()), CaughtUpVersions.NOBODY, cluster(D));
        assertRefuses(QuorumRule.LEAVER_GETS_NOTHING, master, take(master, s -> ALL.migration()
                .startMigration(s, master.decided(), A, D)));
        assertTrue(take(master, s -> without(QuorumRule.LEAVER_GETS_NOTHING)
                        .migration()
                        .startMigration(s, master.decided(), A, D))
                .accepted());
    }

    @Test
    void migrationIsDueWhenALeaverCannotBeDoneWithout() {
        MasterView master = new MasterView(entry(V2, lagging()), CaughtUpVersions.NOBODY, cluster(B));
        assertTrue(ALL.migration().isMigrationDue(master, master.decided(), B));
        assertFalse(ALL.migration().isMigrationDue(master, master.decided(), A));
        MasterView enough = new MasterView(entry(V2, ABC), CaughtUpVersions.NOBODY, cluster(B));
        assertFalse(ALL.migration().isMigrationDue(enough, enough.decided(), B));
    }

    @Test
    void backupThatIsCaughtUpIsAdmitted() {
        MasterView master = told(lagging(), C, V2);
        decides(master, v -> ALL.migration().admitBackup(v, master.decided(), C), ABC);
        assertRefuses(
                QuorumRule.IS_BACKUP, master, take(master, s -> ALL.migration().admitBackup(s, master.decided(), D)));
        assertRefuses(QuorumRule.NOT_IN_SYNC, master, take(master, s -> ALL.migration()
                .admitBackup(s, master.decided(), B)));
    }

    @Test
    void memberIsAddedOnlyAfterPrimaryConfirmsUnderVersion() {
        Entry base = entry(V2, lagging());
        MasterView nothing = master(lagging());
        assertRefuses(
                QuorumRule.VOUCHED, nothing, take(nothing, s -> ALL.migration().admitBackup(s, base, C)));
        assertRefuses(QuorumRule.VOUCHED, nothing, take(nothing, s -> without(QuorumRule.GROW_COMPARES_BASE)
                .migration()
                .admitBackup(s, base, C)));
        MasterView early = told(lagging(), C, V1);
        assertRefuses(
                QuorumRule.VOUCHED, early, take(early, s -> ALL.migration().admitBackup(s, base, C)));
        assertTrue(take(
                        early,
                        s -> without(QuorumRule.GROW_COMPARES_BASE).migration().admitBackup(s, base, C))
                .accepted());
        MasterView late = told(lagging(), C, V3);
        assertRefuses(QuorumRule.VOUCHED, late, take(late, s -> ALL.migration().admitBackup(s, base, C)));
        assertRefuses(QuorumRule.VOUCHED, late, take(late, s -> without(QuorumRule.GROW_COMPARES_BASE)
                .migration()
                .admitBackup(s, base, C)));
    }

    @Test
    void migrationFinishes() {
        MasterView master = told(moving(), D, V2);
        decides(
                master,
                v -> ALL.migration().finishMigration(v, master.decided()),
                Configuration.of(D, new int[] {A, B, C}, MemberSet.of(A, B, D), Members.NONE, Members.NONE));
        MasterView other = told(moving(), C, V2);
        assertRefuses(
                QuorumRule.VOUCHED, other, take(other, s -> ALL.migration().finishMigration(s, other.decided())));
        MasterView calm = told(lagging(), D, V2);
        assertRefuses(
                QuorumRule.MIGRATING, calm, take(calm, s -> ALL.migration().finishMigration(s, calm.decided())));
    }

    @Test
    void migrationIsGivenUp() {
        MasterView master = master(moving());
        decides(master, v -> ALL.migration().abortMigration(v, master.decided()), lagging());
        MasterView calm = master(lagging());
        assertRefuses(
                QuorumRule.MIGRATING, calm, take(calm, s -> ALL.migration().abortMigration(s, calm.decided())));
    }

    @Test
    void givingUpIsDueWhenSomebodyWhoIsNeededIsDead() {
        Configuration fromB = lagging().withMigration(B, D);
        Entry base = entry(V2, fromB);
        assertTrue(ALL.migration().isAbortDue(dead(fromB, A), base));
        assertTrue(ALL.migration().isAbortDue(dead(fromB, B), base));
        assertTrue(ALL.migration().isAbortDue(dead(fromB, D), base));
        assertFalse(ALL.migration().isAbortDue(dead(fromB, C), base));
        Configuration copy = lagging().withMigration(Members.NONE, D);
        assertFalse(ALL.migration().isAbortDue(dead(copy, B), entry(V2, copy)));
    }

    @Test
    void newMasterDecidesTheSameAgain() {
        MasterView master = master(moving());
        decides(master, v -> ALL.dataPlane().restamp(v, master.decided()), moving());
        Resumed word = new Resumed(1, V2);
        decides(master, v -> ALL.durable().restampResumed(v, A, word), moving());
        assertRefuses(
                QuorumRule.FROM_PRIMARY, master, take(master, v -> ALL.durable().restampResumed(v, B, word)));
        assertRefuses(QuorumRule.OF_THIS_VERSION, master, take(master, v -> ALL.durable()
                .restampResumed(v, A, new Resumed(1, V1))));
    }

    @Test
    void wordOfThePrimaryIsFiled() {
        MasterView master = told(moving(), D, V1);
        CaughtUp word = new CaughtUp(1, V2, D);
        assertAccepts(told(moving(), D, V2), List.of(), take(master, s -> ALL.migration()
                .handleCaughtUp(s, A, word)));
        assertRefuses(QuorumRule.FROM_PRIMARY, master, take(master, s -> ALL.migration()
                .handleCaughtUp(s, B, word)));
        assertRefuses(QuorumRule.OF_THIS_VERSION, master, take(master, s -> ALL.migration()
                .handleCaughtUp(s, A, new CaughtUp(1, V1, D))));
        assertRefuses(QuorumRule.OF_THIS_VERSION, master, take(master, s -> ALL.migration()
                .handleCaughtUp(s, A, new CaughtUp(1, V3, D))));
    }

    @Test
    void latestWordCounts() {
        CaughtUpVersions vouched = CaughtUpVersions.NOBODY.with(D, V2);
        assertEquals(V2, vouched.of(D));
        assertEquals(Version.NONE, vouched.of(C));
        assertEquals(vouched, vouched.with(D, V1));
        assertEquals(V3, vouched.with(D, V3).of(D));
        assertEquals(V1, vouched.with(C, V1).of(C));
        assertEquals(V2, vouched.with(C, V1).of(D));
    }

    @Test
    void leaversGetNothingPlanned() {
        assertEquals(MemberSet.of(A, C, D), ALL.migration().holders(cluster(B)));
    }
}
