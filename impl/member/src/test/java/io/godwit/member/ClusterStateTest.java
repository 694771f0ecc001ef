package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException;
import io.godwit.client.CallException.Outcome;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.client.StateReading;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.http.MemberStatus;
import io.godwit.protocol.ClusterState;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The state of a cluster of real members. */
@Timeout(300)
class ClusterStateTest {
    private static final byte[] KEY = "k".getBytes(UTF_8);
    private static final byte[] VALUE = "v".getBytes(UTF_8);
    private static final MemberConfig CONFIG = MemberConfig.of("test", "m").withPartitions(7, 1);

    @TempDir
    private Path directory;

    /** Asks until the state is there, and waits until all members know that it is acknowledged. */
    private static void change(TestCluster cluster, ClusterState state) throws InterruptedException {
        cluster.await("state " + state, () -> {
            StateReading reading = MemberStatus.of(cluster.running().get(0)).state();
            if (reading.state() != state) {
                cluster.running().get(0).changeState(state);
            }
            return isAcknowledged(cluster, state);
        });
    }

    private static boolean isAcknowledged(TestCluster cluster, ClusterState state) {
        return cluster.running().stream()
                .map(member -> MemberStatus.of(member).state())
                .allMatch(reading -> reading.state() == state && reading.acknowledged());
    }

    private static void assertPassive(GodwitMap map) {
        CallException refused = assertThrows(CallException.class, () -> map.put(KEY, VALUE));
        assertEquals(Outcome.NOT_DONE, refused.outcome());
        assertTrue(refused.getMessage().contains("the cluster is PASSIVE"), refused.getMessage());
        CallException whole = assertThrows(CallException.class, map::clear);
        assertTrue(whole.getMessage().contains("the cluster is PASSIVE"), whole.getMessage());
        assertArrayEquals(VALUE, map.get(KEY).orElseThrow());
        assertEquals(1, map.size());
    }

    @Test
    void passiveClusterTakesNoWritesAlsoUnderAnotherMasterAndAfterARestart() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG).durable(directory)) {
            cluster.found(3);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                map.put(KEY, VALUE);
                change(cluster, ClusterState.PASSIVE);
                assertPassive(map);
                Member master = cluster.master();
                master.close();
                cluster.await(
                        "another master acknowledges it",
                        () -> cluster.master() != null && isAcknowledged(cluster, ClusterState.PASSIVE));
                assertPassive(map);
                cluster.restart(master);
                cluster.restartAll();
                cluster.await("it is acknowledged again", () -> isAcknowledged(cluster, ClusterState.PASSIVE));
                assertPassive(map);
                change(cluster, ClusterState.ACTIVE);
                map.remove(KEY);
            }
        }
    }

    @Test
    void nothingMovesToAMemberThatJoinsBeforeTheClusterIsActive() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(2);
            change(cluster, ClusterState.NO_MIGRATION);
            Member third = cluster.join();
            cluster.await("it goes by the state", () -> isAcknowledged(cluster, ClusterState.NO_MIGRATION));
            Thread.sleep(1_000);
            assertEquals(0, MemberStatus.of(third).replicas());
            change(cluster, ClusterState.ACTIVE);
            cluster.await("it has copies", () -> MemberStatus.of(third).replicas() > 0);
        }
    }
}
