package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.config.MemberConfig.TlsFiles;
import io.godwit.member.transfer.TransferStatistics;
import io.godwit.transport.netty.Certificates;
import io.godwit.transport.netty.Tls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Partitions of some MiB move to a member that joins: as files between durable members, in parts wherever one is not durable. */
@Timeout(300)
class FileTransferTest {
    private static final MemberConfig CONFIG =
            MemberConfig.of("test", "m").withPartitions(3, 1).withDiskReserve(0);
    private static final int KEYS = 60;
    private static final int VALUE = 200_000;
    private static final long BOUND = 120;

    private static byte[] key(int i) {
        return ("k" + i).getBytes(UTF_8);
    }

    private static byte[] value(int i) {
        byte[] value = new byte[VALUE];
        new Random(i).nextBytes(value);
        return value;
    }

    private static TransferStatistics sent(TestCluster cluster) {
        TransferStatistics sum = TransferStatistics.NONE;
        for (Member member : cluster.running()) {
            sum = sum.plus(member.traffic());
        }
        return sum;
    }

    private static void assertHoldsAll(GodwitMap map) {
        for (int i = 0; i < KEYS; i++) {
            assertArrayEquals(value(i), map.get(key(i)).orElseThrow());
        }
    }

    /** Loads a member, lets another one join, and returns what was sent. */
    private static TransferStatistics move(TestCluster cluster, Tls tls, Path second) throws Exception {
        cluster.found(1);
        try (GodwitClient client = cluster.client(tls)) {
            GodwitMap map = client.map("m");
            for (int i = 0; i < KEYS; i++) {
                map.put(key(i), value(i));
            }
            cluster.durable(second);
            int joined = cluster.join().number();
            cluster.awaitTable("the new member has a copy of all", c -> c.isInSync(joined));
            TransferStatistics sent = sent(cluster);
            assertEquals(sent.files() > 0 ? 3 : 0, cluster.member(1).loaded());
            assertHoldsAll(map);
            map.put(key(KEYS), key(0));
            cluster.member(0).leave().get(BOUND, TimeUnit.SECONDS);
            assertHoldsAll(map);
            if (second != null) {
                cluster.restartAll();
                assertHoldsAll(map);
                assertArrayEquals(key(0), map.get(key(KEYS)).orElseThrow());
                try (Stream<Path> left = Files.list(second.resolve("m1/transfer"))) {
                    assertEquals(0, left.count());
                }
            }
            return sent;
        }
    }

    private static void assertFiles(TransferStatistics sent) {
        assertTrue(sent.files() >= 3, sent.toString());
        assertTrue(sent.fileBytes() > (long) KEYS * VALUE, sent.toString());
        assertEquals(0, sent.whole(), sent.toString());
    }

    private static void assertParts(TransferStatistics sent) {
        assertTrue(sent.whole() >= 3, sent.toString());
        assertTrue(sent.bytes() > (long) KEYS * VALUE, sent.toString());
        assertEquals(0, sent.fileBytes(), sent.toString());
    }

    @Test
    void betweenDurableMembersAsFiles(@TempDir Path directory) throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG).durable(directory)) {
            assertFiles(move(cluster, null, directory));
        }
    }

    @Test
    void encryptedAsFiles(@TempDir Path directory) throws Exception {
        Path papers = Files.createDirectory(directory.resolve("papers"));
        Certificates authority = new Certificates(papers, "ours");
        try (TestCluster cluster = new TestCluster(CONFIG).durable(directory).encrypted(place -> {
            try {
                authority.issue("member" + place, authority.authority());
            } catch (java.io.IOException | java.security.GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
            return new TlsFiles(
                    papers.resolve("member" + place + ".pem"),
                    papers.resolve("member" + place + ".key"),
                    authority.authority(),
                    true);
        })) {
            assertFiles(move(cluster, authority.issue("client"), directory));
        }
    }

    @Test
    void inMemoryInParts() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            assertParts(move(cluster, null, null));
        }
    }

    @Test
    void fromMemoryToDiskInParts(@TempDir Path directory) throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            assertParts(move(cluster, null, directory));
        }
    }

    @Test
    void fromDiskToMemoryInParts(@TempDir Path directory) throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG).durable(directory)) {
            assertParts(move(cluster, null, null));
        }
    }
}
