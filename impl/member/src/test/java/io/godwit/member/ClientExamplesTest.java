package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.AtomicLongView;
import io.godwit.client.AtomicReferenceView;
import io.godwit.client.CallException;
import io.godwit.client.CallException.Outcome;
import io.godwit.client.Change;
import io.godwit.client.ChangePositions;
import io.godwit.client.ChangeReader;
import io.godwit.client.ChangesForgottenException;
import io.godwit.client.ClientConfig;
import io.godwit.client.Codec;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.client.GodwitOperator;
import io.godwit.client.JsonCodec;
import io.godwit.client.KeyResult;
import io.godwit.client.TypedMap;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.config.MemberConfig.TlsFiles;
import io.godwit.member.http.StatusServer;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.netty.Certificates;
import io.godwit.transport.netty.Tls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The examples of {@code docs/operate/client.md}, as they stand there, and what a client hears when nobody can answer. */
@Timeout(300)
class ClientExamplesTest {
    private static final MemberConfig CONFIG = MemberConfig.of("dev", "m").withPartitions(7, 1);

    @Test
    void examplesOfTheDocumentation() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(3);
            List<String> addresses = cluster.addresses();

            try (GodwitClient client = GodwitClient.connect(ClientConfig.of("dev", addresses))) {
                GodwitMap capitals = client.map("capitals");
                capitals.put("no".getBytes(UTF_8), "Oslo".getBytes(UTF_8));
                Optional<byte[]> capital = capitals.get("no".getBytes(UTF_8));
                boolean moved =
                        capitals.replace("no".getBytes(UTF_8), "Oslo".getBytes(UTF_8), "Bergen".getBytes(UTF_8));

                AtomicLongView visits = client.atomicLong("counters", "visits");
                long now = visits.incrementAndGet();

                capitals.put("session".getBytes(UTF_8), "Ada".getBytes(UTF_8), Duration.ofMinutes(30));
                boolean locked =
                        capitals.putIfAbsent("lock".getBytes(UTF_8), "Ada".getBytes(UTF_8), Duration.ofSeconds(10));
                assertTrue(locked);
                capitals.put("session".getBytes(UTF_8), "Ada".getBytes(UTF_8), ChronoUnit.FOREVER.getDuration());

                AtomicReferenceView leader = client.atomicReference("roles", "leader");
                leader.updateAndGet(before -> before.isPresent() ? before.get() : "me".getBytes(UTF_8));

                CompletableFuture<Long> length = capitals.appendAsync("log".getBytes(UTF_8), "x".getBytes(UTF_8));
                length.thenAccept(items -> assertEquals(1, items)).get(60, TimeUnit.SECONDS);

                assertArrayEquals("Oslo".getBytes(UTF_8), capital.orElseThrow());
                assertTrue(moved);
                assertEquals(1, now);
                assertEquals("me", new String(leader.get().orElseThrow(), UTF_8));
            }
        }
    }

    /** A city, as in the documentation. */
    record City(String name, long people) {}

    @Test
    void manyKeysAndTypesAsInTheDocumentation() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(1);
            try (GodwitClient client = GodwitClient.connect(ClientConfig.of("dev", cluster.addresses()))) {
                GodwitMap capitals = client.map("capitals");
                int present = 0;
                RuntimeException failed = null;
                List<KeyResult<Void>> stored = capitals.putMany(List.of(
                        Map.entry("dk".getBytes(UTF_8), "Copenhagen".getBytes(UTF_8)),
                        Map.entry("se".getBytes(UTF_8), "Stockholm".getBytes(UTF_8))));
                for (KeyResult<Optional<byte[]>> found :
                        capitals.getMany(List.of("dk".getBytes(UTF_8), "fi".getBytes(UTF_8)))) {
                    if (found.isDone()) {
                        present += found.get().isPresent() ? 1 : 0;
                    } else {
                        failed = found.failure().orElseThrow();
                    }
                }

                TypedMap<String, City> cities = client.map("cities", Codec.utf8(), JsonCodec.of(City.class));
                cities.put("no", new City("Oslo", 717_710));
                long people = cities.get("no").orElseThrow().people();
                Map<String, KeyResult<Boolean>> removed = cities.removeMany(List.of("no", "se"));

                assertTrue(stored.stream().allMatch(KeyResult::isDone));
                assertEquals(1, present);
                assertNull(failed);
                assertEquals(717_710, people);
                assertEquals(
                        List.of(true, false),
                        List.of(removed.get("no").get(), removed.get("se").get()));
            }
        }
    }

    @Test
    void changesAsInTheDocumentation() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(1);
            try (GodwitClient client = GodwitClient.connect(ClientConfig.of("dev", cluster.addresses()))) {
                GodwitMap capitals = client.map("capitals");
                List<String> seen = new ArrayList<>();
                ChangeReader reader = capitals.changes();
                capitals.put("fi".getBytes(UTF_8), "Helsinki".getBytes(UTF_8));
                for (Change change : reader.poll(Duration.ofSeconds(10))) {
                    String key = new String(change.key(), UTF_8);
                    String value = new String(change.value(), UTF_8);
                    seen.add(key + " " + value);
                }
                String stored = reader.positions().toString();
                ChangeReader later = capitals.changes(ChangePositions.parse(stored));
                assertEquals(List.of("fi Helsinki"), seen);
                assertEquals(reader.positions(), later.positions());

                Duration wait = Duration.ZERO;
                List<Change> changes = List.of();
                List<Change> applied = new ArrayList<>();
                try {
                    changes = reader.poll(wait);
                } catch (ChangesForgottenException e) {
                    reader.restart(change -> applied.add(change));
                }
                assertEquals(List.of(), changes);
                assertEquals(List.of(), applied);
            }
        }
    }

    @Test
    void stateOfTheClusterAsInTheDocumentation(@TempDir Path directory) throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG).durable(directory)) {
            cluster.found(1);
            Member member = cluster.member(0);
            Path data = member.config().dataDir();
            try (StatusServer server = new StatusServer(member, "127.0.0.1", 0)) {
                List<String> httpAddresses = List.of("127.0.0.1:" + server.port());
                GodwitOperator operator = GodwitOperator.of(httpAddresses).withTokenFile(data.resolve("http-token"));
                operator.changeState(ClusterState.PASSIVE);
                ClusterState state = operator.state().state();
                operator.changeState(ClusterState.ACTIVE);
                operator.raiseVersion(7);
                assertEquals(ClusterState.PASSIVE, state);
                assertEquals(ClusterState.ACTIVE, operator.state().state());
                assertEquals(7, operator.version().version());

                CallException stranger = assertThrows(CallException.class, () -> GodwitOperator.of(httpAddresses)
                        .changeState(ClusterState.FROZEN));
                assertEquals(Outcome.NOT_DONE, stranger.outcome());
                assertTrue(stranger.getMessage().contains("token"), stranger.getMessage());
                assertEquals(ClusterState.ACTIVE, operator.state().state());
            }
        }
    }

    @Test
    void documentationHasTheseExamples() throws Exception {
        assertTrue(linesOfExamples("client.md", "ClientExamplesTest") > 10);
    }

    /** The number of lines of the examples of a page, all of which a test has. */
    static int linesOfExamples(String name, String test) throws IOException {
        Path page = Path.of("..", "..", "docs", "operate", name);
        Path source = Path.of("src", "test", "java", "io", "godwit", "member", test + ".java");
        String code = Files.readString(source).replaceAll("\\s+", "");
        int lines = 0;
        boolean example = false;
        for (String line : Files.readAllLines(page)) {
            if (line.startsWith("```")) {
                example = line.equals("```java");
            } else if (example) {
                lines++;
                assertTrue(code.contains(line.replaceAll("\\s+", "")), "not among the examples: " + line);
            }
        }
        return lines;
    }

    @Test
    void encryptionAsInTheDocumentation(@TempDir Path directory) throws Exception {
        Certificates authority = new Certificates(directory, "authority");
        authority.issue("member");
        authority.issue("client");
        Path certificate = directory.resolve("client.pem");
        Path key = directory.resolve("client.key");
        Path authorities = authority.authority();
        TlsFiles files =
                new TlsFiles(directory.resolve("member.pem"), directory.resolve("member.key"), authorities, true);
        try (TestCluster cluster = new TestCluster(CONFIG).encrypted(place -> files)) {
            cluster.found(1);
            List<String> addresses = cluster.addresses();
            Tls tls = Tls.of(certificate, key, authorities, true);
            try (GodwitClient client =
                    GodwitClient.connect(ClientConfig.of("dev", addresses).with(tls))) {
                assertEquals(0, client.map("capitals").size());
            }
        }
    }

    @Test
    void callThatFailsAsInTheDocumentation() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(1);
            try (GodwitClient client = GodwitClient.connect(
                    ClientConfig.of("dev", cluster.addresses()).withTimeout(Duration.ofMillis(500)))) {
                GodwitMap capitals = client.map("capitals");
                byte[] key = "no".getBytes(UTF_8);
                byte[] value = "Oslo".getBytes(UTF_8);
                capitals.put(key, value);
                cluster.member(0).close();
                Outcome outcome = null;
                try {
                    capitals.put(key, value);
                } catch (CallException e) {
                    outcome = e.outcome(); // NOT_DONE, or UNKNOWN
                }
                assertNotNull(outcome, "nobody was there who could have done it");
            }
        }
    }

    @Test
    void timeoutSaysWhetherTheOutcomeIsKnown() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(3);
            ClientConfig config = ClientConfig.of("dev", cluster.addresses());
            try (GodwitClient patient = GodwitClient.connect(config)) {
                patient.map("m").put("k".getBytes(UTF_8), "v".getBytes(UTF_8));
            }
            try (GodwitClient client = GodwitClient.connect(config.withTimeout(Duration.ofSeconds(2)))) {
                GodwitMap map = client.map("m");
                map.size();
                cluster.member(1).close();
                cluster.member(2).close();
                // One of three has no majority: where a backup is gone, nothing is answered any more.
                List<CompletableFuture<Outcome>> writes = new ArrayList<>();
                List<CompletableFuture<Outcome>> reads = new ArrayList<>();
                for (int p = 0; p < CONFIG.partitions(); p++) {
                    byte[] key = keyOf(p);
                    writes.add(outcome(map.putAsync(key, key)));
                    reads.add(outcome(map.getAsync(key)));
                }
                int unknown = 0;
                for (int p = 0; p < CONFIG.partitions(); p++) {
                    unknown += writes.get(p).get(60, TimeUnit.SECONDS) == Outcome.UNKNOWN ? 1 : 0;
                    assertEquals(Outcome.NOT_DONE, reads.get(p).get(60, TimeUnit.SECONDS));
                }
                assertTrue(unknown > 0, "a write that reached a primary may have been carried out");
            }
        }
    }

    private static byte[] keyOf(int partition) {
        long n = 0;
        while (Bytes.ofNumber(n).partition(CONFIG.partitions()) != partition) {
            n++;
        }
        return Bytes.ofNumber(n).toArray();
    }

    /** How a call fails; null if it does not. */
    private static CompletableFuture<Outcome> outcome(CompletableFuture<?> call) {
        return call.handle((result, failure) -> {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            return cause instanceof CallException failed ? failed.outcome() : null;
        });
    }
}
