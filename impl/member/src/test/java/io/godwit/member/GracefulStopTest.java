package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.config.LeavePolicy;
import io.godwit.member.config.LeavePolicy.OnSigterm;
import io.godwit.member.config.LeavePolicy.OnTimeout;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.http.MemberStatus;
import io.godwit.member.transfer.TransferStatistics;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Configuration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All members of a cluster stop in {@code STOPPING}, one long after the other, and start again. */
@Timeout(300)
class GracefulStopTest {
    private static final MemberConfig CONFIG = MemberConfig.of("test", "m")
            .withPartitions(7, 2)
            .withLeaving(new LeavePolicy(OnSigterm.LEAVE, 25, OnTimeout.STOP));
    /** Longer than the time after which a silent member is taken to be dead. */
    private static final long APART = 4_000;

    private static List<Configuration> table(Member member) {
        ControlState control = member.state().orElseThrow().control();
        List<Configuration> table = new ArrayList<>();
        for (int p = 0; p < control.partitions(); p++) {
            table.add(control.committed().get(p).configuration());
        }
        return table;
    }

    private static byte[] key(int i) {
        return ("k" + i).getBytes(UTF_8);
    }

    /** Puts one key after the other until a put is refused; returns how many were acknowledged. */
    private static int writeUntilRefused(GodwitMap map) {
        for (int i = 0; ; i++) {
            try {
                map.put(key(i), key(i));
            } catch (CallException e) {
                assertTrue(e.getMessage().contains("the cluster is STOPPING"), e.getMessage());
                return i;
            }
        }
    }

    @Test
    void membersStopOneAfterTheOtherAndStartWithTheSameReplicasAndWithoutCopies(@TempDir Path directory)
            throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG).durable(directory)) {
            cluster.found(3);
            cluster.await("the version rises", () -> {
                cluster.running().get(0).raiseVersion(ClusterVersion.RAISED);
                return cluster.running().stream()
                        .allMatch(it -> MemberStatus.of(it).version().version() == ClusterVersion.RAISED);
            });
            cluster.awaitTable("all copies are there", c -> !c.isMigrating() && c.inSyncSize() == 3);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                CompletableFuture<Integer> load = CompletableFuture.supplyAsync(() -> writeUntilRefused(map));
                Thread.sleep(500);
                cluster.change(ClusterState.STOPPING);
                int written = load.get();
                assertTrue(written > 0);
                List<Member> members = cluster.running();
                // The master goes last, and has the time to see the others die.
                Member master = cluster.master();
                List<Configuration> before = table(master);
                for (Member member : members) {
                    if (member != master) {
                        // It does not leave, although it is configured to, and so waits for nobody.
                        CompletableFuture.runAsync(member::terminate).get(60, TimeUnit.SECONDS);
                        Thread.sleep(APART);
                    }
                }
                assertEquals(before, table(master));
                cluster.stopAll();
                cluster.startAll(members, same -> same);
                cluster.await("all partitions are whole", () -> cluster.isAcknowledged(ClusterState.STOPPING));
                assertEquals(before, table(cluster.master()));
                cluster.change(ClusterState.ACTIVE);
                map.put(key(written), key(written));
                for (int i = 0; i <= written; i++) {
                    assertArrayEquals(key(i), map.get(key(i)).orElseThrow());
                }
                assertEquals(before, table(cluster.master()));
                for (Member member : cluster.running()) {
                    assertEquals(TransferStatistics.NONE, member.traffic());
                }
            }
        }
    }
}
