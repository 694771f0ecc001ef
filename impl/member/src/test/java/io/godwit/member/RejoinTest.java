package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.transfer.TransferStatistics;
import io.godwit.protocol.quorum.QuorumState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A durable member that was away gets what it lacks, and not what it has. */
@Timeout(300)
class RejoinTest {
    private static final int PARTITIONS = 5;
    private static final MemberConfig CONFIG = MemberConfig.of("test", "m").withPartitions(PARTITIONS, 2);
    private static final int KEYS = 250;
    private static final int MORE = 20;
    private static final int VALUE = 4_000;
    /** What the missing writes take, and as much again for whatever is around them. */
    private static final long LITTLE = 2L * MORE * VALUE;

    private static byte[] key(String kind, int i) {
        return (kind + i).getBytes(UTF_8);
    }

    private static void write(GodwitMap map, String kind, int count, int first) {
        byte[] value = new byte[VALUE];
        for (int i = 0; i < count; i++) {
            value[0] = (byte) (first + i);
            map.put(key(kind, i), value);
        }
    }

    private static void assertHolds(GodwitMap map, String kind, int count, int first) {
        for (int i = 0; i < count; i++) {
            assertEquals((byte) (first + i), map.get(key(kind, i)).orElseThrow()[0]);
        }
    }

    private static TransferStatistics traffic(TestCluster cluster) {
        TransferStatistics sum = TransferStatistics.NONE;
        for (Member member : cluster.running()) {
            sum = sum.plus(member.traffic());
        }
        return sum;
    }

    private static void awaitWhole(TestCluster cluster) throws InterruptedException {
        cluster.awaitTable("all copies are in sync", c -> c.inSyncSize() == 3 && c.size() == 3);
        cluster.await("all copies are the same", () -> {
            for (int p = 0; p < PARTITIONS; p++) {
                int partition = p;
                long different = cluster.running().stream()
                        .map(member -> log(member, partition))
                        .distinct()
                        .count();
                if (different != 1) {
                    return false;
                }
            }
            return true;
        });
    }

    private static String log(Member member, int partition) {
        QuorumState state = member.state().orElseThrow();
        return state.data().replica(partition).log().length() + " "
                + state.data().replica(partition).log().lastEpoch();
    }

    @Test
    void returningReplicaGetsDifference(@TempDir Path directory) throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG).durable(directory)) {
            cluster.found(3);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                write(map, "k", KEYS, 0);
                awaitWhole(cluster);
                Member away = cluster.member(1);
                away.close();
                write(map, "k", MORE, 50);
                TransferStatistics before = traffic(cluster);
                cluster.restart(away);
                awaitWhole(cluster);
                TransferStatistics sent = traffic(cluster).minus(before);
                assertTrue(sent.bytes() > 0 && sent.bytes() < LITTLE, sent.toString());
                assertEquals(0, sent.whole(), sent.toString());
                assertTrue(sent.differences() > 0, sent.toString());
                assertHolds(map, "k", MORE, 50);
            }
        }
    }

    /** A primary that was left alone takes writes that nobody else sees, and comes back when others have gone on without them. */
    @Test
    void replicaWithOwnWritesGetsDifference(@TempDir Path directory) throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG).durable(directory)) {
            cluster.found(3);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                write(map, "k", KEYS, 0);
                awaitWhole(cluster);
                List<Member> others = new ArrayList<>(cluster.running());
                Member alone = others.remove(1);
                others.forEach(Member::close);
                long before = entries(alone);
                writeInVain(cluster, MORE);
                assertTrue(entries(alone) > before, "nothing was written");
                // Its log is on its disk soon, and if it were not, nothing would be taken back below.
                Thread.sleep(500);
                alone.close();

                cluster.startAll(others, same -> same);
                write(map, "other", MORE, 70);
                TransferStatistics start = traffic(cluster);
                cluster.restart(alone);
                awaitWhole(cluster);
                TransferStatistics sent = traffic(cluster).minus(start);
                assertTrue(sent.rollbacks() > 0, sent.toString());
                assertEquals(0, sent.whole(), sent.toString());
                // What is taken back is sent as it was before.
                assertTrue(sent.bytes() < 2 * LITTLE, sent.toString());
                assertHolds(map, "k", KEYS, 0);
                assertHolds(map, "other", MORE, 70);
                assertEquals(Optional.empty(), map.get(key("vain", 0)));
                cluster.restartAll();
                awaitWhole(cluster);
                assertHolds(map, "k", KEYS, 0);
                assertHolds(map, "other", MORE, 70);
                assertArrayEquals(new byte[0], map.get(key("vain", 0)).orElse(new byte[0]));
            }
        }
    }

    private static long entries(Member member) {
        long sum = 0;
        for (int p = 0; p < PARTITIONS; p++) {
            sum += member.state().orElseThrow().data().replica(p).log().length();
        }
        return sum;
    }

    /** Overwrites old keys and adds new ones; nobody is told that it was done. */
    private static void writeInVain(TestCluster cluster, int count) throws InterruptedException {
        ClientConfig config = ClientConfig.of("test", cluster.addresses()).withTimeout(Duration.ofSeconds(3));
        try (GodwitClient client = GodwitClient.connect(config)) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                byte[] name = i % 2 == 0 ? key("vain", i) : key("k", i);
                Thread thread = new Thread(() ->
                        assertThrows(CallException.class, () -> client.map("m").put(name, new byte[VALUE])));
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
