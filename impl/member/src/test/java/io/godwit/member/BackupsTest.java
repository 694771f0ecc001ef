package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException;
import io.godwit.client.CallException.Outcome;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.http.MemberStatus;
import io.godwit.member.http.Partitions;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.table.Configuration;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Maps with different backups in one cluster, as {@code docs/operate/client.md} says. */
@Timeout(300)
class BackupsTest {
    private static final int PARTITIONS = 7;
    private static final int KEYS = 60;
    private static final MemberConfig CONFIG =
            MemberConfig.of("test", "m").withPartitions(PARTITIONS, 1).withMaps(Map.of("cache-*", 0, "accounts", 2));
    private static final List<String> MAPS = List.of("orders", "cache-a", "accounts");

    @TempDir
    private Path directory;

    private static byte[] key(int n) {
        return ("key " + n).getBytes(UTF_8);
    }

    private static byte[] value(String map, int n) {
        return (map + " " + n).getBytes(UTF_8);
    }

    private static void fill(GodwitClient client) {
        for (String map : MAPS) {
            for (int n = 0; n < KEYS; n++) {
                client.map(map).put(key(n), value(map, n));
            }
        }
    }

    private static void assertHolds(GodwitMap map, String name) {
        for (int n = 0; n < KEYS; n++) {
            assertArrayEquals(value(name, n), map.get(key(n)).orElseThrow(), name + " " + n);
        }
        assertEquals(KEYS, map.size());
    }

    /** The partition of a key in a map without backups, which lie in the second range. */
    private static Configuration ofCache(Member member, int n) {
        int p = PARTITIONS + Bytes.owning(key(n)).partition(PARTITIONS);
        return member.state().orElseThrow().control().committed().get(p).configuration();
    }

    private static void awaitCopies(TestCluster cluster, int members) throws InterruptedException {
        cluster.await("each partition has its copies", () -> cluster.running().stream()
                .allMatch(member -> Partitions.of(member).partitions().stream()
                        .allMatch(row -> row.inSync().size() == Math.min(row.copies(), members)
                                && row.replicas().size() == row.inSync().size()
                                && row.destination() == 0)));
    }

    @Test
    void eachMapKeepsWhatItsBackupsCanKeep() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(3);
            try (GodwitClient client = cluster.client()) {
                assertEquals(1, client.map("orders").backups());
                assertEquals(0, client.map("cache-a").backups());
                assertEquals(2, client.map("accounts").backups());
                assertEquals(PARTITIONS, client.partitions());
                fill(client);
                for (String map : MAPS) {
                    assertHolds(client.map(map), map);
                }
                assertEquals(0, client.map("cache-b").size());
                awaitCopies(cluster, 3);

                Member dead = cluster.member(1);
                int number = dead.number();
                List<Integer> lost = new ArrayList<>();
                for (int n = 0; n < KEYS; n++) {
                    if (ofCache(cluster.member(0), n).primary() == number) {
                        lost.add(n);
                    }
                }
                assertTrue(!lost.isEmpty() && lost.size() < KEYS, lost.toString());
                dead.close();
                cluster.await("whoever has a backup has a new primary", () -> cluster.running().stream()
                        .allMatch(member -> Partitions.of(member).partitions().stream()
                                .allMatch(row ->
                                        row.copies() == 1 || !row.replicas().contains(number))));
                assertHolds(client.map("orders"), "orders");
                assertHolds(client.map("accounts"), "accounts");
                for (int n = 0; n < KEYS; n++) {
                    if (!lost.contains(n)) {
                        assertArrayEquals(
                                value("cache-a", n),
                                client.map("cache-a").get(key(n)).orElseThrow());
                    }
                }
                cluster.await(
                        "that is seen", () -> MemberStatus.of(cluster.member(0)).unserved() > 0);
                assertUnavailable(cluster, lost);
                joinsStill(cluster, client);
            }
        }
    }

    /** What is lost is neither empty nor written: nobody is told that a key holds nothing because its only copy is gone. */
    private static void assertUnavailable(TestCluster cluster, List<Integer> lost) throws InterruptedException {
        ClientConfig impatient = ClientConfig.of("test", cluster.addresses()).withTimeout(Duration.ofSeconds(2));
        try (GodwitClient client = GodwitClient.connect(impatient)) {
            List<CompletableFuture<?>> reads = new ArrayList<>();
            List<CompletableFuture<?>> writes = new ArrayList<>();
            for (int n : lost) {
                reads.add(client.map("cache-a").getAsync(key(n)));
                writes.add(client.map("cache-a").putAsync(key(n), key(n)));
            }
            reads.forEach(call -> assertEquals(Outcome.NOT_DONE, failure(call).outcome()));
            // One that is asked for at the very end may not be answered in time, and then nobody knows.
            writes.forEach(BackupsTest::failure);
        }
    }

    private static CallException failure(CompletableFuture<?> call) {
        ExecutionException failure = assertThrows(ExecutionException.class, () -> call.get(60, TimeUnit.SECONDS));
        return assertInstanceOf(CallException.class, failure.getCause());
    }

    /** Numbers for members come from a map that has as many backups as there are anywhere. */
    private static void joinsStill(TestCluster cluster, GodwitClient client) throws Exception {
        Member fourth = cluster.join();
        assertEquals(4, fourth.number());
        cluster.await("it holds what it is to hold", () -> Partitions.of(fourth).partitions().stream()
                .allMatch(row -> row.copies() == 1 || (row.inSync().size() == row.copies() && row.destination() == 0)));
        TreeSet<Integer> held = new TreeSet<>();
        Partitions.of(fourth).partitions().stream()
                .filter(row -> row.replicas().contains(4))
                .forEach(row -> held.add(row.copies()));
        // What is lost counts as its share of the maps without backups, as long as it may come back.
        assertTrue(held.containsAll(List.of(2, 3)), held.toString());
        assertEquals(KEYS, client.map("accounts").clear());
        assertEquals(0, client.map("accounts").size());
        assertEquals(KEYS, client.map("orders").size());
    }

    @Test
    void leavingMemberLosesNoData() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(3);
            try (GodwitClient client = cluster.client()) {
                fill(client);
                cluster.member(2).leave().get(120, TimeUnit.SECONDS);
                for (String map : MAPS) {
                    assertHolds(client.map(map), map);
                }
                awaitCopies(cluster, 2);
            }
        }
    }

    /** With its data directory a member brings back what only it had. */
    @Test
    void restartedMemberBringsItsCopies() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG).durable(directory)) {
            cluster.found(3);
            try (GodwitClient client = cluster.client()) {
                fill(client);
                awaitCopies(cluster, 3);
                Member dead = cluster.member(1);
                dead.close();
                cluster.restart(dead);
                for (String map : MAPS) {
                    assertHolds(client.map(map), map);
                }
            }
            cluster.restartAll();
            try (GodwitClient client = cluster.client()) {
                for (String map : MAPS) {
                    assertHolds(client.map(map), map);
                }
            }
        }
    }

    @Test
    void otherBackupsThanBeforeAreRefused() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG).durable(directory)) {
            cluster.found(1);
            MemberConfig stranger = CONFIG.withMaps(Map.of("accounts", 3));
            try (Member other = Member.bind(stranger, line -> {})) {
                ExecutionException refused =
                        assertThrows(ExecutionException.class, () -> other.start(cluster.addresses())
                                .get(120, TimeUnit.SECONDS));
                assertEquals(
                        cluster.addresses().get(0)
                                + " refuses this member: backups 3 for map accounts; this cluster has 2",
                        refused.getCause().getMessage());
            }
            Member before = cluster.member(0);
            before.close();
            assertEquals(
                    "the configuration says backups 2; this cluster has 1, whose data are in "
                            + before.config().dataDir(),
                    assertThrows(
                                    IOException.class,
                                    () -> Member.bind(before.config().withPartitions(PARTITIONS, 2), line -> {}))
                            .getMessage());
            assertEquals(
                    "the configuration says no backups for map cache-*; this cluster has 0, whose data are in "
                            + before.config().dataDir(),
                    assertThrows(
                                    IOException.class,
                                    () -> Member.bind(before.config().withMaps(Map.of("accounts", 2)), line -> {}))
                            .getMessage());
        }
    }

    @Test
    void relaxedReadsFindTheMap() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(3);
            try (GodwitClient client = cluster.client()) {
                for (String name : MAPS) {
                    GodwitMap map = client.map(name);
                    map.put(key(1), value(name, 1));
                    assertArrayEquals(value(name, 1), map.getRelaxed(key(1)).orElseThrow());
                    assertEquals(Optional.empty(), map.getRelaxed(key(2)));
                    map.append(key(3), key(4));
                    map.append(key(3), key(5));
                    List<byte[]> items = map.getAllRelaxed(key(3));
                    assertEquals(2, items.size());
                    assertArrayEquals(key(5), items.get(1));
                    assertEquals(2, map.sizeRelaxed());
                }
            }
        }
    }
}
