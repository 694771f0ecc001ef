package io.godwit.protocol.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.NotHere;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuorumProtocolTest {
    @Test
    void oldestBecomesMasterAndDecidesTheFirstTable() {
        TestCluster cluster = new TestCluster(3, 4, 2);
        cluster.run(1_000);
        assertEquals(1, cluster.master());
        assertEquals(1, cluster.state(1).control().term());
        assertTrue(cluster.agreed());
        assertTrue(cluster.settled(2));
        assertEquals(1, cluster.state(3).control().committed().get(2).term());
    }

    @Test
    void clientsWriteAndRead() {
        TestCluster cluster = new TestCluster(3, 4, 2);
        cluster.run(1_000);
        int primary = cluster.configuration(1, 2).primary();
        assertEquals(1, cluster.call(primary, 2, new Operation.Put(5, 77)).size());
        assertEquals(List.of(new Done(List.of(77L))), cluster.call(primary, 2, new Operation.Get(5)));
        int other = cluster.configuration(1, 2).replica(1);
        assertEquals(List.of(new NotHere(primary)), cluster.call(other, 2, new Operation.Get(5)));
    }

    @Test
    void anotherMasterFollowsAndDataSurvives() {
        TestCluster cluster = new TestCluster(3, 4, 2);
        cluster.run(1_000);
        for (int p = 0; p < 4; p++) {
            cluster.call(cluster.configuration(1, p).primary(), p, new Operation.Put(5, 70 + p));
        }
        cluster.crash(1);
        cluster.run(6_000);
        assertEquals(2, cluster.master());
        assertTrue(cluster.settled(2));
        // Nobody can take the place of the dead voter.
        assertEquals(MemberSet.of(1, 2, 3), cluster.state(2).control().voting().voters());
        for (int p = 0; p < 4; p++) {
            int primary = cluster.configuration(2, p).primary();
            assertEquals(List.of(new Done(List.of(70L + p))), cluster.call(primary, p, new Operation.Get(5)));
        }
    }

    @Test
    void newcomerGetsDataAndAVote() {
        TestCluster cluster = new TestCluster(3, 6, 3);
        cluster.run(1_000);
        cluster.crash(2);
        cluster.join(4);
        cluster.run(6_000);
        assertEquals(MemberSet.of(1, 3, 4), cluster.state(1).control().voting().voters());
        assertTrue(cluster.settled(3));
    }

    @Test
    void leaverIsDrainedAndStops() {
        TestCluster cluster = new TestCluster(4, 6, 2);
        cluster.run(1_000);
        cluster.call(cluster.configuration(1, 3).primary(), 3, new Operation.Put(5, 77));
        cluster.take(3, new Event.Leave());
        cluster.run(4_000);
        assertEquals(List.of(3), cluster.stopped());
        assertTrue(cluster.settled(2));
        assertEquals(MemberSet.of(1, 2, 4), cluster.state(1).control().voting().voters());
        int primary = cluster.configuration(1, 3).primary();
        assertEquals(List.of(new Done(List.of(77L))), cluster.call(primary, 3, new Operation.Get(5)));
    }

    @Test
    void masterThatLeavesIsReplacedFirst() {
        TestCluster cluster = new TestCluster(4, 6, 2);
        cluster.run(1_000);
        cluster.take(1, new Event.Leave());
        cluster.run(6_000);
        assertEquals(List.of(1), cluster.stopped());
        assertEquals(2, cluster.master());
        assertTrue(cluster.settled(2));
    }

    @Test
    void isolatedMasterResigns() {
        TestCluster cluster = new TestCluster(3, 4, 2);
        cluster.run(1_000);
        cluster.link(letter -> letter.from() != 1 && letter.to() != 1);
        cluster.run(4_000);
        assertFalse(cluster.state(1).control().isMaster());
        assertEquals(2, cluster.master());
        cluster.link(letter -> true);
        cluster.run(5_000);
        assertTrue(cluster.settled(2));
        assertEquals(MemberSet.of(1, 2, 3), cluster.state(2).control().voting().voters());
    }

    @Test
    void allStartAgainWithWhatTheyKept() {
        TestCluster cluster = new TestCluster(3, 4, 2);
        cluster.run(1_000);
        cluster.call(cluster.configuration(1, 3).primary(), 3, new Operation.Put(5, 77));
        int term = cluster.state(1).control().term();
        for (int member = 1; member <= 3; member++) {
            cluster.reboot(member);
        }
        cluster.run(3_000);
        assertNotEquals(0, cluster.master());
        assertTrue(cluster.state(1).control().term() > term);
        assertTrue(cluster.settled(2));
        int primary = cluster.configuration(1, 3).primary();
        assertEquals(List.of(new Done(List.of(77L))), cluster.call(primary, 3, new Operation.Get(5)));
    }
}
