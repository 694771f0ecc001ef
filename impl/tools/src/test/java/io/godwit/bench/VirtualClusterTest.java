package io.godwit.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class VirtualClusterTest {
    private static VirtualCluster balanced(int members, int partitions) {
        VirtualCluster cluster = new VirtualCluster(members, partitions, 10);
        cluster.join();
        assertEquals(0, cluster.migrations());
        cluster.balance();
        return cluster;
    }

    @Test
    void countsEachCopyAtANewPlace() {
        // Of 30 partitions the founder keeps 10 as primary and 10 as backup; all others have two new copies, those have
        // one.
        assertEquals(30 - 10 + 30 - 10, balanced(3, 30).migrations());
    }

    @Test
    void comesOutTheSameEachTime() {
        VirtualCluster one = balanced(4, 24);
        VirtualCluster other = balanced(4, 24);
        assertEquals(one.sent(), other.sent());
        assertEquals(one.letters(), other.letters());
        assertEquals(one.time(), other.time());
    }

    /** Nothing is sent to all members after every migration. */
    @Test
    void migrationTakesHardlyMoreMessagesWithTwiceTheMembers() {
        double five = each(balanced(5, 150));
        double ten = each(balanced(10, 150));
        assertTrue(ten <= 1.5 * five, five + " with five, " + ten + " with ten");
    }

    @Test
    void migrationTakesNoMoreMessagesWithMorePartitions() {
        double few = each(balanced(5, 100));
        double many = each(balanced(5, 400));
        assertTrue(many <= 1.1 * few, few + " with 100, " + many + " with 400");
    }

    private static double each(VirtualCluster cluster) {
        return cluster.sent().values().stream().mapToLong(Long::longValue).sum() / (double) cluster.migrations();
    }
}
