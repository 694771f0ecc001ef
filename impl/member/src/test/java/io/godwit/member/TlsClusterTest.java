package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.config.MemberConfig.TlsFiles;
import io.godwit.transport.netty.Certificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Members that show certificates to each other, and those that cannot. */
@Timeout(300)
class TlsClusterTest {
    private static final MemberConfig CONFIG = MemberConfig.of("test", "m").withPartitions(7, 1);

    private static TlsFiles files(Path directory, Certificates authority, String subject, Path believed) {
        try {
            authority.issue(subject, believed);
            return new TlsFiles(
                    directory.resolve(subject + ".pem"), directory.resolve(subject + ".key"), believed, true);
        } catch (java.io.IOException | java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void membersOfOneAuthorityServeAndStrangersStayOutside(@TempDir Path directory) throws Exception {
        Path ours = Files.createDirectory(directory.resolve("ours"));
        Path theirs = Files.createDirectory(directory.resolve("theirs"));
        Certificates authority = new Certificates(ours, "ours");
        Certificates other = new Certificates(theirs, "theirs");
        try (TestCluster cluster = new TestCluster(CONFIG)
                .encrypted(place -> files(ours, authority, "member" + place, authority.authority()))) {
            cluster.found(3);
            try (GodwitClient client = cluster.client(authority.issue("client"))) {
                GodwitMap map = client.map("m");
                for (int i = 0; i < 20; i++) {
                    map.put(("k" + i).getBytes(UTF_8), ("v" + i).getBytes(UTF_8));
                }
                cluster.join();
                int dead = cluster.member(0).number();
                cluster.member(0).close();
                cluster.awaitTable("copies of all are there again", c -> c.inSyncSize() == 2 && !c.isParticipant(dead));
                for (int i = 0; i < 20; i++) {
                    assertArrayEquals(
                            ("v" + i).getBytes(UTF_8),
                            map.get(("k" + i).getBytes(UTF_8)).orElseThrow());
                }
            }
            stranger(cluster, CONFIG.withTls(files(theirs, other, "stranger", authority.authority())));
            stranger(cluster, CONFIG);
            ClientConfig plain = ClientConfig.of("test", cluster.addresses()).withTimeout(Duration.ofSeconds(1));
            CallException refused = assertThrows(CallException.class, () -> GodwitClient.connect(plain));
            assertEquals(CallException.Outcome.NOT_DONE, refused.outcome());
        }
    }

    @Test
    void unreachableMemberDoesNotStart(@TempDir Path directory) throws Exception {
        TlsFiles files = files(directory, new Certificates(directory, "ours"), "m", directory.resolve("authority.pem"));
        MemberConfig elsewhere = CONFIG.withHost("10.0.0.1").withTls(files);
        SSLException refused = assertThrows(SSLException.class, () -> Member.bind(elsewhere, line -> {}));
        assertTrue(
                refused.getMessage()
                        .startsWith("TLS: the certificate in " + files.certificate()
                                + " is for DNS:localhost, IP:127.0.0.1, and host is 10.0.0.1: "),
                refused::getMessage);
        Member.bind(CONFIG.withHost("localhost").withTls(files), line -> {}).close();
    }

    /** It never gets in, both sides say why, and the members go on. */
    private static void stranger(TestCluster cluster, MemberConfig config) throws Exception {
        int before = refusals(cluster);
        List<String> lines = new CopyOnWriteArrayList<>();
        try (Member stranger = Member.bind(config, lines::add)) {
            CompletableFuture<Void> joined = stranger.start(cluster.addresses());
            cluster.await("the members say whom they refuse", () -> refusals(cluster) > before);
            cluster.await("the stranger says why it is outside", () -> lines.stream()
                    .anyMatch(line -> line.startsWith("looks for a cluster; ")));
            assertFalse(joined.isDone());
            assertEquals(0, stranger.number());
        }
    }

    private static int refusals(TestCluster cluster) {
        return (int) cluster.lines().stream()
                .filter(line -> line.contains("refused: ") && !line.contains("does not belong to a cluster"))
                .count();
    }
}
