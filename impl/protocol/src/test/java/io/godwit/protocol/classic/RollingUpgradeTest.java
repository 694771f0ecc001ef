package io.godwit.protocol.classic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Guard;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.data.UpgradingCluster;
import io.godwit.protocol.classic.data.UpgradingCluster.Entry;
import io.godwit.protocol.classic.data.UpgradingCluster.Life;
import io.godwit.protocol.classic.data.UpgradingCluster.Member;
import io.godwit.protocol.classic.data.UpgradingCluster.TableMessage;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Members 1 and 2, of which 2 has the older build, and two partitions that 1 owns; process 3 has not joined. */
class RollingUpgradeTest {
    private static final RollingUpgrade UPGRADE = new RollingUpgrade(Rules.ALL);
    private static final PartitionVector<Entry> TABLE = PartitionVector.filled(2, new Entry(0, 1, 0));
    private static final UpgradingCluster OLDER = new UpgradingCluster(
            List.of(member(Life.UP, true, true), member(Life.UP, false, false), member(Life.OFF, false, false)),
            MemberSet.of(),
            false,
            Collections.nCopies(3, Collections.nCopies(3, List.of())));

    private static Member member(Life life, boolean newBuild, boolean leads) {
        return new Member(life, newBuild, false, leads, 1, TABLE, Set.of(), false);
    }

    private static UpgradingCluster accepted(
            UpgradingCluster cluster, Function<UpgradingCluster, Step<UpgradingCluster>> action) {
        Step<UpgradingCluster> step = Step.of(cluster, action);
        assertTrue(step.accepted(), String.valueOf(step.refused()));
        return step.state();
    }

    private static void refused(
            Guard rule, UpgradingCluster cluster, Function<UpgradingCluster, Step<UpgradingCluster>> action) {
        Step<UpgradingCluster> step = Step.of(cluster, action);
        assertEquals(rule, step.refusal());
        assertSame(cluster, step.state());
    }

    /** Partition 0 moves to 2, and all have heard of it: the version of the table is 2. */
    private static UpgradingCluster moved() {
        UpgradingCluster cluster = accepted(OLDER, it -> UPGRADE.startMigration(it, 1, 0, 2));
        cluster = accepted(cluster, it -> UPGRADE.finishMigration(it, 1, 0));
        return accepted(cluster, it -> UPGRADE.handleTable(it, 1, 2));
    }

    private static UpgradingCluster raised() {
        return accepted(accepted(moved(), it -> UPGRADE.replace(it, 2)), UPGRADE::raise);
    }

    @Test
    void versionsBecomeTheLastGlobalOneAndTheDiskIsWrittenAnew() {
        UpgradingCluster cluster = accepted(raised(), it -> UPGRADE.commitVersion(it, 1));
        Member upgraded = cluster.member(1);
        assertTrue(upgraded.upgraded() && upgraded.newFormat());
        assertEquals(new Entry(2, 2, 1), upgraded.table().get(0));
        assertEquals(new Entry(2, 1, 0), upgraded.table().get(1));
        assertEquals(MemberSet.of(2), cluster.locked());
        assertFalse(cluster.member(2).upgraded());
    }

    @Test
    void bothPathsLiveSideBySide() {
        UpgradingCluster cluster = accepted(raised(), it -> UPGRADE.commitVersion(it, 1));
        cluster = accepted(cluster, it -> UPGRADE.startMigration(it, 1, 0, 1));
        cluster = accepted(cluster, it -> UPGRADE.startMigration(it, 1, 1, 2));
        cluster = accepted(cluster, it -> UPGRADE.finishMigration(it, 1, 1));
        PartitionVector<Entry> table = cluster.member(1).table();
        assertEquals(new Entry(3, 2, 1), table.get(1));
        assertEquals(List.of(new TableMessage(true, 2, table)), cluster.underWay(1, 2));

        refused(ClassicRule.NEWER_TABLE_WAITS, cluster, it -> UPGRADE.handleTable(it, 1, 2));
        cluster = accepted(cluster, it -> UPGRADE.commitVersion(it, 2));
        cluster = accepted(cluster, it -> UPGRADE.handleTable(it, 1, 2));
        assertEquals(table, cluster.member(2).table());
    }

    @Test
    void olderPathMovesOnePartitionAtATime() {
        UpgradingCluster cluster = accepted(OLDER, it -> UPGRADE.startMigration(it, 1, 0, 2));
        refused(ClassicRule.SERIAL_BEFORE_UPGRADE, cluster, it -> UPGRADE.startMigration(it, 1, 1, 2));
    }

    @Test
    void clusterVersionDoesNotRiseAboveWhatAMemberCanDo() {
        refused(ClassicRule.RAISE_CHECKS_BUILDS, OLDER, UPGRADE::raise);
        UpgradingCluster cluster = accepted(raised(), it -> UPGRADE.commitVersion(it, 1));
        UpgradingCluster whole = accepted(cluster, it -> UPGRADE.commitVersion(it, 2));
        refused(ClassicRule.JOIN_CHECKS_VERSION, whole, it -> UPGRADE.join(it, 1, 3, false));
        Member joined = accepted(whole, it -> UPGRADE.join(it, 1, 3, true)).member(3);
        assertTrue(joined.upgraded() && joined.newFormat());
    }

    @Test
    void lockedMemberCommitsBeforeItIsMaster() {
        UpgradingCluster cluster = raised();
        Member gone = cluster.member(1).withLife(Life.CRASHED).withLeads(false);
        UpgradingCluster orphaned = cluster.with(1, gone).withLocked(MemberSet.of(2));
        refused(ClassicRule.COMMIT_BEFORE_CLAIM, orphaned, it -> UPGRADE.claim(it, 2));
        UpgradingCluster claimed =
                accepted(accepted(orphaned, it -> UPGRADE.commitVersion(it, 2)), it -> UPGRADE.claim(it, 2));
        assertEquals(2, claimed.master());
    }
}
