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
                cluster.change(ClusterState.PASSIVE);
                assertPassive(map);
                Member master = cluster.master();
                master.close();
                cluster.await(
                        "another master acknowledges it",
                        () -> cluster.master() != null && cluster.isAcknowledged(ClusterState.PASSIVE));
                assertPassive(map);
                cluster.restart(master);
                cluster.restartAll();
                cluster.await("it is acknowledged again", () -> cluster.isAcknowledged(ClusterState.PASSIVE));
                assertPassive(map);
                cluster.change(ClusterState.ACTIVE);
                map.remove(KEY);
            }
        }
    }

    @Test
    void nothingMovesToAMemberThatJoinsBeforeTheClusterIsActive() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(2);
            cluster.change(ClusterState.NO_MIGRATION);
            Member third = cluster.join();
            cluster.await("it goes by the state", () -> cluster.isAcknowledged(ClusterState.NO_MIGRATION));
            Thread.sleep(1_000);
            assertEquals(0, MemberStatus.of(third).replicas());
            cluster.change(ClusterState.ACTIVE);
            cluster.await("it has copies", () -> MemberStatus.of(third).replicas() > 0);
        }
    }
}
