package io.godwit.protocol.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Copies;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A cluster whose partitions do not all want the same number of copies. */
class RangesTest {
    private static final int WIDTH = 10;
    private static final Copies COPIES = Copies.ranges(WIDTH, 2, 1, 3);
    private static final int PARTITIONS = 3 * WIDTH;

    private final TestCluster cluster = new TestCluster(Quorum.whole(), 4, PARTITIONS, COPIES);

    private void fill() {
        cluster.run(1_000);
        for (int p = 0; p < PARTITIONS; p++) {
            cluster.call(cluster.configuration(cluster.master(), p).primary(), p, new Operation.Put(5, 70 + p));
        }
        cluster.run(200);
    }

    private void assertKept(int p) {
        int primary = cluster.configuration(cluster.master(), p).primary();
        assertEquals(List.of(new Done(List.of(70L + p))), cluster.call(primary, p, new Operation.Get(5)), "" + p);
    }

    /** Within each range everybody has the same, up to one in each role; over all, up to one for each range. */
    private void assertBalanced(MemberSet members) {
        int[] spread = new int[2];
        for (int range = 0; range < COPIES.ranges(); range++) {
            Map<Integer, Integer> primaries = new HashMap<>();
            Map<Integer, Integer> backups = new HashMap<>();
            for (int p = range * WIDTH; p < (range + 1) * WIDTH; p++) {
                Configuration c = cluster.configuration(cluster.master(), p);
                primaries.merge(c.primary(), 1, Integer::sum);
                c.replicas().without(c.primary()).forEach(m -> backups.merge(m, 1, Integer::sum));
            }
            spread[0] = spread(members, primaries);
            spread[1] = spread(members, backups);
            assertTrue(spread[0] <= 1, "primaries of range " + range + ": " + primaries);
            assertTrue(spread[1] <= COPIES.ofRange(range), "backups of range " + range + ": " + backups);
        }
    }

    private static int spread(MemberSet members, Map<Integer, Integer> counts) {
        int[] all =
                members.stream().map(m -> counts.getOrDefault(m, 0)).sorted().toArray();
        return all[all.length - 1] - all[0];
    }

    @Test
    void eachPartitionHasItsOwnNumber() {
        fill();
        assertTrue(cluster.settled(COPIES));
        assertBalanced(MemberSet.of(1, 2, 3, 4));
        for (int p = 0; p < PARTITIONS; p++) {
            assertKept(p);
        }
    }

    @Test
    void newcomerGetsItsShareOfEachRange() {
        fill();
        cluster.join(5);
        cluster.run(6_000);
        assertTrue(cluster.settled(COPIES));
        assertBalanced(MemberSet.of(1, 2, 3, 4, 5));
        for (int p = 0; p < PARTITIONS; p++) {
            assertKept(p);
        }
    }

    /** Whoever leaves takes nothing with it, not even the only copy. */
    @Test
    void leaverLeavesEverythingBehind() {
        fill();
        cluster.take(3, new Event.Leave());
        cluster.run(6_000);
        assertEquals(List.of(3), cluster.stopped());
        assertTrue(cluster.settled(COPIES));
        assertBalanced(MemberSet.of(1, 2, 4));
        for (int p = 0; p < PARTITIONS; p++) {
            assertKept(p);
        }
    }

    /** What had one copy, and that one at the member that dies, has no primary any more; nobody makes an empty one. */
    @Test
    void onlyCopyDiesWithItsMember() {
        fill();
        cluster.crash(2);
        cluster.run(6_000);
        for (int p = 0; p < PARTITIONS; p++) {
            Configuration c = cluster.configuration(cluster.master(), p);
            if (COPIES.of(p) == 1 && c.primary() == 2) {
                assertEquals(MemberSet.of(2), c.inSync());
                assertFalse(c.isMigrating());
            } else {
                assertEquals(COPIES.of(p), c.inSyncSize(), "" + p);
                assertFalse(c.isParticipant(2), "" + p);
                assertKept(p);
            }
        }
    }

    /** With fewer members than copies, each has one; when there are more again, so are copies. */
    @Test
    void fewMembersHoldWhatTheyCan() {
        TestCluster two = new TestCluster(Quorum.whole(), 2, PARTITIONS, COPIES);
        two.run(1_000);
        assertTrue(two.settled(Copies.ranges(WIDTH, 2, 1, 2)));
        two.join(3);
        two.run(6_000);
        assertTrue(two.settled(COPIES));
    }
}
