package io.godwit.protocol.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Small clusters, every one of them: {@link ArrangerPropertyTest} has the great ones. */
class ArrangerTest {
    @ParameterizedTest
    @EnumSource(Style.class)
    void balancedTableStaysUnchanged(Style style) {
        MemberGroups groups = MemberGroups.each(PlannerTestCluster.members(7));
        PartitionVector<Arrangement> current = PlannerTestCluster.balanced(271, groups, 3, style);
        assertSame(current, Arranger.arrange(current, groups, 3, style));
    }

    @Test
    void tableWithoutMembersStaysUnchanged() {
        PartitionVector<Arrangement> current =
                PlannerTestCluster.balanced(3, MemberGroups.each(PlannerTestCluster.members(2)), 2, Style.SLOTS);
        assertSame(current, Arranger.arrange(current, MemberGroups.of(List.of()), 2, Style.SLOTS));
    }

    private static PartitionVector<Arrangement> table(Arrangement... arrangements) {
        return PartitionVector.of(arrangements.length, p -> arrangements[p]);
    }

    private static String arranged(PartitionVector<Arrangement> current, int members, int copies, Style style) {
        return Arranger.arrange(current, MemberGroups.each(PlannerTestCluster.members(members)), copies, style)
                .toString();
    }

    @Test
    void missingReplicaGoesToWhoHasFewest() {
        PartitionVector<Arrangement> current = table(Arrangement.of(1, 2, 0), Arrangement.of(2, 1, 0));
        assertEquals("[0: [1, 2, 3], 1: [2, 1, 3]]", arranged(current, 3, 3, Style.SLOTS));
        assertEquals("[0: [1, 2, 3], 1: [2, 1, 3]]", arranged(current, 3, 3, Style.PRIMARY_AND_BACKUPS));
    }

    @Test
    void memberKeepsDataOfDroppedSlot() {
        PartitionVector<Arrangement> current = table(Arrangement.of(1, 0), Arrangement.of(1, 0));
        assertEquals("[0: [2, 1], 1: [1, 2]]", arranged(current, 2, 2, Style.SLOTS));
    }

    @Test
    void quorumPrimariesSwapWithBackups() {
        PartitionVector<Arrangement> current = table(Arrangement.of(1, 2), Arrangement.of(1, 2));
        assertEquals("[0: [2, 1], 1: [1, 2]]", arranged(current, 2, 2, Style.PRIMARY_AND_BACKUPS));
        assertEquals("[0: [1, 2], 1: [1, 2]]", arranged(current, 2, 2, Style.SLOTS));
    }

    @Test
    void surplusReplicasFillGapsOrGo() {
        PartitionVector<Arrangement> current = table(Arrangement.of(1, 0, 2, 3));
        assertEquals("[0: [1, 2, -, -]]", arranged(current, 3, 2, Style.SLOTS));
        PartitionVector<Arrangement> uneven = table(Arrangement.of(1, 2, 3), Arrangement.of(2, 3, 0));
        assertEquals("[0: [1, 2, -], 1: [2, 3, -]]", arranged(uneven, 3, 2, Style.PRIMARY_AND_BACKUPS));
    }

    /** Every table of a small cluster is completed and evened out. */
    @ParameterizedTest
    @EnumSource(Style.class)
    void smallClusters(Style style) {
        for (int members = 1; members <= 6; members++) {
            for (int copies = 1; copies <= 4; copies++) {
                for (int partitions = 1; partitions <= 9; partitions += 2) {
                    Random random = new Random(members * 100 + copies * 10 + partitions);
                    MemberSet now = PlannerTestCluster.members(members);
                    PartitionVector<Arrangement> current =
                            PlannerTestCluster.random(partitions, PlannerTestCluster.members(members + 2), random);
                    check(current, now, Math.min(copies, members), style);
                }
            }
        }
    }

    private static void check(PartitionVector<Arrangement> current, MemberSet now, int copies, Style style) {
        PartitionVector<Arrangement> target = Arranger.arrange(current, MemberGroups.each(now), copies, style);
        for (int p = 0; p < current.size(); p++) {
            assertEquals(copies, target.get(p).copies());
            for (int slot = 0; slot < copies; slot++) {
                assertTrue(now.contains(target.get(p).at(slot)));
            }
        }
        if (style.swaps() || copies <= now.size() - 2) {
            assertTrue(PlannerTestCluster.spread(target, now, copies, style) <= 1, () -> current + " to " + target);
        }
    }

    /** All masters have to come to the same result, also those of another release. */
    @ParameterizedTest
    @CsvSource({
        "SLOTS, 40, 5, 3, 270284670",
        "SLOTS, 40, 4, 4, -159419148",
        "SLOTS, 101, 13, 2, 665240208",
        "PRIMARY_AND_BACKUPS, 40, 5, 3, 1235254240",
        "PRIMARY_AND_BACKUPS, 40, 4, 4, 158508282",
        "PRIMARY_AND_BACKUPS, 101, 13, 2, 1683600008",
    })
    void arrangementIsTheSameInEveryRelease(Style style, int partitions, int members, int copies, int hash) {
        Random random = new Random(partitions);
        PartitionVector<Arrangement> first =
                PlannerTestCluster.random(partitions, PlannerTestCluster.members(members + 2), random);
        MemberGroups each = MemberGroups.each(PlannerTestCluster.members(members));
        PartitionVector<Arrangement> second = Arranger.arrange(first, each, copies, style);
        MemberGroups pairs = MemberGroups.of(List.of(
                PlannerTestCluster.members(members).filter(m -> m % 2 == 0),
                PlannerTestCluster.members(members + 1).filter(m -> m % 2 == 1)));
        PartitionVector<Arrangement> third = Arranger.arrange(second, pairs, copies, style);
        assertEquals(hash, 31 * second.hashCode() + third.hashCode());
    }
}
