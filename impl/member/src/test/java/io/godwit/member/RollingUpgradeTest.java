package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.client.VersionReading;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.http.MemberStatus;
import io.godwit.protocol.quorum.ClusterVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real members are upgraded one after the other, and the cluster version rises. */
@Timeout(600)
class RollingUpgradeTest {
    private static final MemberConfig CONFIG = MemberConfig.of("test", "m").withPartitions(7, 1);
    private static final byte[] KEY = "k".getBytes(UTF_8);
    private static final byte[] VALUE = "v".getBytes(UTF_8);

    @TempDir
    private Path directory;

    private static VersionReading version(Member member) {
        return MemberStatus.of(member).version();
    }

    private static boolean isAt(TestCluster cluster, int version) {
        return cluster.running().stream()
                .map(RollingUpgradeTest::version)
                .allMatch(it -> it.version() == version && it.decided());
    }

    private static void raise(TestCluster cluster) throws InterruptedException {
        cluster.await("the version rises", () -> {
            cluster.running().get(0).raiseVersion(ClusterVersion.RAISED);
            return isAt(cluster, ClusterVersion.RAISED);
        });
    }

    private static void awaitSettled(TestCluster cluster) throws InterruptedException {
        cluster.await(
                "a master",
                () -> cluster.master() != null
                        && isAt(cluster, version(cluster.master()).version()));
        cluster.awaitTable("all copies are there", c -> !c.isMigrating() && c.inSyncSize() == 2);
    }

    /** Ends the member, and starts it again with another greatest version. */
    private static Member again(TestCluster cluster, Member member, int maxVersion) throws Exception {
        member.close();
        Member next = cluster.restart(member, config -> config.withMaxVersion(maxVersion));
        awaitSettled(cluster);
        return next;
    }

    /** Writes until it is told to stop; each key once, so that what was acknowledged is there in the end. */
    private static final class Load implements Runnable {
        private final GodwitMap map;
        private final AtomicBoolean over = new AtomicBoolean();
        private final Map<String, String> written = new TreeMap<>();

        Load(GodwitMap map) {
            this.map = map;
        }

        @Override
        public void run() {
            for (int i = 0; !over.get(); i++) {
                map.put(("key-" + i).getBytes(UTF_8), ("value-" + i).getBytes(UTF_8));
                written.put("key-" + i, "value-" + i);
            }
        }

        void check() {
            assertFalse(written.isEmpty());
            written.forEach((key, value) -> assertArrayEquals(
                    value.getBytes(UTF_8), map.get(key.getBytes(UTF_8)).orElseThrow(), key));
        }
    }

    @Test
    void clusterOfFiveIsUpgradedUnderLoadAndLosesNothing() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG.withMaxVersion(ClusterVersion.FIRST)).durable(directory)) {
            cluster.found(5);
            try (GodwitClient client = cluster.client()) {
                Load load = new Load(client.map("m"));
                Thread thread = new Thread(load);
                thread.start();
                List<Member> members = new ArrayList<>(cluster.running());
                for (Member member : members) {
                    assertEquals(ClusterVersion.FIRST, version(member).version());
                    again(cluster, member, ClusterVersion.RAISED);
                }
                // Until the version has risen, the old program can be started again.
                Member back = again(cluster, cluster.running().get(0), ClusterVersion.FIRST);
                cluster.await("all know that one cannot", () -> cluster.running().stream()
                        .allMatch(it -> version(it).greatest().get(back.number()) == ClusterVersion.FIRST));
                Member asked = cluster.running().get(1);
                asked.raiseVersion(ClusterVersion.RAISED);
                Thread.sleep(2_000);
                assertTrue(isAt(cluster, ClusterVersion.FIRST));
                assertEquals(
                        "member " + back.number() + " (up to 6)", version(asked).unable(ClusterVersion.RAISED));
                again(cluster, back, ClusterVersion.RAISED);
                raise(cluster);
                load.over.set(true);
                thread.join();
                load.check();
                cluster.restartAll();
                awaitSettled(cluster);
                assertTrue(isAt(cluster, ClusterVersion.RAISED));
                load.check();
                Member last = cluster.running().get(4);
                last.close();
                String refused = assertThrows(
                                IOException.class,
                                () -> cluster.restart(last, config -> config.withMaxVersion(ClusterVersion.FIRST)))
                        .getMessage();
                assertTrue(refused.endsWith("start it without the limit"), refused);
            }
        }
    }

    @Test
    void memberOfAnOlderProgramDoesNotJoinAClusterOfALaterVersion() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(2);
            raise(cluster);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                map.put(KEY, VALUE);
                assertArrayEquals(VALUE, map.get(KEY).orElseThrow());
            }
            Member old = Member.bind(CONFIG.withMaxVersion(ClusterVersion.FIRST), line -> {});
            try {
                CompletableFuture<?> started = old.start(cluster.addresses());
                cluster.await(
                        "it is refused",
                        () -> cluster.lines().stream()
                                .anyMatch(
                                        it -> it.endsWith(
                                                " refused: wire format 6; this member speaks 7: start a newer version of the program")));
                assertTrue(!started.isDone() || started.isCompletedExceptionally());
                assertEquals(0, old.number());
            } finally {
                old.close();
            }
            Member joined = cluster.join();
            cluster.await("it goes by the version", () -> version(joined).version() == ClusterVersion.RAISED);
        }
    }
}
