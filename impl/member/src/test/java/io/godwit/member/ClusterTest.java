package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.AtomicLongView;
import io.godwit.client.CallException;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.client.WrongKindException;
import io.godwit.member.config.MemberConfig;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.QuorumState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real members on real sockets, in one process. */
@Timeout(300)
class ClusterTest {
    private static final MemberConfig CONFIG = MemberConfig.of("test", "m").withPartitions(7, 1);

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    @Test
    void threeMembersServeAMap() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(3);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                byte[] key = bytes("k");
                assertEquals(Optional.empty(), map.get(key));
                map.put(key, bytes("a"));
                assertArrayEquals(bytes("a"), map.get(key).orElseThrow());
                assertFalse(map.putIfAbsent(key, bytes("b")));
                assertTrue(map.replace(key, bytes("a"), bytes("c")));
                assertFalse(map.replace(key, bytes("a"), bytes("d")));
                assertArrayEquals(bytes("c"), map.get(key).orElseThrow());
                assertArrayEquals(bytes("c"), map.getRelaxed(key).orElseThrow());
                assertThrows(WrongKindException.class, () -> map.append(key, bytes("x")));
                assertTrue(map.remove(key));
                assertFalse(map.remove(key));
                assertTrue(map.putIfAbsent(key, bytes("e")));
                assertEquals(1, map.append(bytes("list"), bytes("x")));
                assertEquals(2, map.append(bytes("list"), bytes("y")));
                assertEquals(
                        List.of("x", "y"),
                        map.getAll(bytes("list")).stream()
                                .map(it -> new String(it, UTF_8))
                                .toList());
                assertTrue(map.add(bytes("set"), bytes("x")));
                assertFalse(map.add(bytes("set"), bytes("x")));
                assertEquals(5, map.increment(bytes("n"), 5));
                AtomicLongView counter = client.atomicLong("m", "n");
                assertEquals(6, counter.incrementAndGet());
                assertTrue(counter.compareAndSet(6, 9));
                assertFalse(counter.compareAndSet(6, 10));
                assertEquals(9, counter.get());
                assertEquals(4, map.size());
                assertEquals(0, client.map("other").size());
                assertEquals(4, map.clear());
                assertEquals(0, map.size());
                byte[] large = new byte[1 << 20];
                map.put(bytes("large"), large);
                assertArrayEquals(large, map.get(bytes("large")).orElseThrow());
            }
        }
    }

    /** Counts what was acknowledged; whatever happens to members meanwhile, no acknowledged write may be missing. */
    private static final class Writers implements AutoCloseable {
        private static final int THREADS = 3;

        private final AtomicBoolean stop = new AtomicBoolean();
        private final Thread[] threads = new Thread[THREADS];
        private final Map<String, Long> acknowledged = new HashMap<>();
        private final GodwitClient client;
        private long writes;

        Writers(TestCluster cluster) {
            client = cluster.client();
            for (int i = 0; i < THREADS; i++) {
                int writer = i;
                threads[i] = new Thread(() -> write(writer));
                threads[i].start();
            }
        }

        private void write(int writer) {
            GodwitMap map = client.map("counts");
            for (long n = 1; !stop.get(); n++) {
                String key = writer + "/" + n % 20;
                long count = map.increment(bytes(key), 1);
                synchronized (acknowledged) {
                    Long before = acknowledged.put(key, count);
                    assertEquals(before == null ? 1 : before + 1, count, key);
                    writes++;
                }
            }
        }

        /** Waits until so many more writes were acknowledged. */
        void more(TestCluster cluster, long count) throws InterruptedException {
            long goal = writes() + count;
            cluster.await(count + " more writes", () -> writes() >= goal);
        }

        private long writes() {
            synchronized (acknowledged) {
                return writes;
            }
        }

        /** Ends writing and reads everything back. */
        void check() throws InterruptedException {
            stop.set(true);
            for (Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(120));
                assertFalse(thread.isAlive(), "a writer hangs");
            }
            assertFalse(acknowledged.isEmpty());
            acknowledged.forEach((key, count) -> assertEquals(
                    count,
                    Bytes.owning(client.map("counts").get(bytes(key)).orElseThrow())
                            .number(),
                    key));
        }

        @Override
        public void close() {
            stop.set(true);
            client.close();
        }
    }

    @Test
    void memberDiesAndComesBackAsAnother() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(3);
            cluster.await("a master", () -> cluster.master() != null);
            try (Writers writers = new Writers(cluster)) {
                writers.more(cluster, 200);
                Member victim = cluster.master();
                int old = victim.number();
                victim.close();
                cluster.awaitTable("the dead member serves nothing", c -> c.primary() != old);
                writers.more(cluster, 200);
                Member back = cluster.restart(victim);
                assertEquals(4, back.number());
                cluster.awaitTable(
                        "all copies are there again",
                        c -> c.inSyncSize() == 2 && c.size() == 2 && !c.isReplica(old) && !c.isMigrating());
                writers.more(cluster, 200);
                writers.check();
            }
        }
    }

    @Test
    void memberJoinsAndAnotherLeaves() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(3);
            try (Writers writers = new Writers(cluster)) {
                writers.more(cluster, 100);
                Member fourth = cluster.join();
                assertEquals(4, fourth.number());
                cluster.await("the new member serves something", () -> fourth.state()
                        .map(state -> java.util.stream.IntStream.range(0, 7).anyMatch(state.data()::isPrimary))
                        .orElse(false));
                Member leaver = cluster.member(0);
                int gone = leaver.number();
                leaver.leave().get(120, TimeUnit.SECONDS);
                cluster.awaitTable("nothing depends on it", c -> !c.isParticipant(gone));
                writers.more(cluster, 100);
                writers.check();
            }
        }
    }

    @Test
    void allDieAndNothingIsLost(@TempDir Path directory) throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG).durable(directory)) {
            cluster.found(3);
            try (Writers writers = new Writers(cluster)) {
                for (int i = 0; i < 3; i++) {
                    writers.more(cluster, 100);
                    cluster.restartAll();
                    assertEquals(
                            List.of(1, 2, 3),
                            cluster.running().stream()
                                    .map(Member::number)
                                    .sorted()
                                    .toList());
                }
                writers.more(cluster, 100);
                writers.check();
            }
        }
    }

    @Test
    void oneDiesAndComesBackAsItself(@TempDir Path directory) throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG).durable(directory)) {
            cluster.found(3);
            cluster.await("a master", () -> cluster.master() != null);
            try (Writers writers = new Writers(cluster)) {
                writers.more(cluster, 100);
                Member victim = cluster.master();
                victim.close();
                writers.more(cluster, 100);
                assertEquals(victim.number(), cluster.restart(victim).number());
                cluster.awaitTable("all copies are in sync", c -> c.inSyncSize() == 2 && c.size() == 2);
                writers.more(cluster, 100);
                writers.check();
            }
        }
    }

    @Test
    void memberNumbersAreNeverReused() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(1);
            cluster.join();
            try (GodwitClient client = cluster.client()) {
                GodwitMap numbers = client.map("godwit.members");
                CallException refused = assertThrows(CallException.class, numbers::clear);
                assertEquals("the map godwit.members is the members' own", refused.getMessage());
                assertEquals(CallException.Outcome.NOT_DONE, refused.outcome());
                assertThrows(
                        CallException.class,
                        () -> numbers.put(bytes("last"), Bytes.ofNumber(0).toArray()));
                assertThrows(CallException.class, () -> numbers.remove(bytes("last")));
                assertThrows(CallException.class, () -> numbers.increment(bytes("last"), -1));
            }
            assertEquals(3, cluster.join().number());
        }
    }

    @Test
    void valuesHaveUpTo16MiBAndListsMore() throws Exception {
        int mib = 1 << 20;
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(1);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                byte[] longest = new byte[16 * mib];
                longest[7] = 7;
                map.put(bytes("k"), longest);
                assertArrayEquals(longest, map.get(bytes("k")).orElseThrow());
                assertTrue(map.replace(bytes("k"), longest, bytes("short")));
                assertThrows(IllegalArgumentException.class, () -> map.put(bytes("k"), new byte[16 * mib + 1]));
                int items = 52;
                for (int i = 0; i < items; i++) {
                    byte[] item = new byte[mib];
                    item[0] = (byte) i;
                    map.append(bytes("list"), item);
                }
                List<byte[]> all = map.getAll(bytes("list"));
                assertEquals(items, all.size());
                for (int i = 0; i < items; i++) {
                    assertEquals(mib, all.get(i).length);
                    assertEquals(i, all.get(i)[0]);
                }
                map.clear();
            }
        }
    }

    /** All copies forget the same: whoever becomes primary goes on from there. */
    @Test
    void sessionsThatWriteNothingAreForgotten() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG.withSessionExpiry(1))) {
            cluster.found(2);
            try (GodwitClient client = cluster.client()) {
                for (int i = 0; i < 50; i++) {
                    client.map("m").put(bytes("k" + i), bytes("v"));
                }
            }
            cluster.await("nobody is remembered", () -> cluster.running().stream()
                    .allMatch(
                            member -> member.state().map(ClusterTest::strangers).orElse(1) == 0));
            try (GodwitClient client = cluster.client()) {
                assertEquals(50, client.map("m").size());
                assertTrue(client.map("m").replace(bytes("k1"), bytes("v"), bytes("w")));
            }
        }
    }

    /** New primaries find the entries that others have taken. */
    @Test
    void entriesAreRemovedWhenTheirLifetimeIsOver() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(3);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                for (int i = 0; i < 40; i++) {
                    map.put(bytes("soon" + i), bytes("v"), Duration.ofMillis(1_500));
                    map.put(bytes("later" + i), bytes("v"), Duration.ofHours(1));
                }
                assertTrue(map.putIfAbsent(bytes("lock"), bytes("me"), Duration.ofMillis(1_500)));
                map.put(bytes("soon0"), bytes("stays"));
                cluster.running().get(0).close();
                cluster.await("what is due is removed", () -> map.size() == 41);
                assertEquals(Optional.empty(), map.get(bytes("soon1")));
                assertTrue(map.putIfAbsent(bytes("lock"), bytes("you"), Duration.ofHours(1)));
                assertArrayEquals(bytes("stays"), map.get(bytes("soon0")).orElseThrow());
                IllegalArgumentException none = assertThrows(
                        IllegalArgumentException.class, () -> map.put(bytes("k"), bytes("v"), Duration.ZERO));
                assertEquals("a lifetime is 1 ms or more, not PT0S", none.getMessage());
            }
        }
    }

    /** Sessions of clients in all copies of a member. */
    private static int strangers(QuorumState state) {
        int[] count = {0};
        for (int p = 0; p < state.setup().partitions(); p++) {
            state.data()
                    .replica(p)
                    .log()
                    .content()
                    .forEachExecuted((session, last) -> count[0] += session == 0 ? 0 : 1);
        }
        return count[0];
    }

    @Test
    void mismatchedPeerIsRefused() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(1);
            MemberConfig other = CONFIG.withPartitions(8, 1);
            try (Member stranger = Member.bind(other, line -> {})) {
                ExecutionException refused =
                        assertThrows(ExecutionException.class, () -> stranger.start(cluster.addresses())
                                .get(120, TimeUnit.SECONDS));
                assertEquals(
                        cluster.addresses().get(0) + " refuses this member: 8 partitions; this cluster has 7",
                        refused.getCause().getMessage());
            }
            CallException wrong = assertThrows(
                    CallException.class,
                    () -> GodwitClient.connect(
                            ClientConfig.of("prod", cluster.addresses()).withTimeout(Duration.ofSeconds(30))));
            assertTrue(
                    wrong.getMessage().contains("cluster name \"prod\"; this cluster is \"test\""), wrong.getMessage());
            assertEquals(CallException.Outcome.NOT_DONE, wrong.outcome());
            assertEquals(
                    2,
                    cluster.lines().stream()
                            .filter(it -> it.contains("refused"))
                            .count());
        }
    }
}
