package io.godwit.member.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.client.CallException;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.StateReading;
import io.godwit.member.Departure;
import io.godwit.member.Member;
import io.godwit.member.config.ConfigException;
import io.godwit.member.config.MemberConfig;
import io.godwit.protocol.ClusterState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class StatusServerTest {
    private static final MemberConfig CONFIG = MemberConfig.of("c\"1\"", "m").withPartitions(7, 1);

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path directory;

    private Token token;

    @BeforeEach
    void makeToken() throws ConfigException {
        token = Token.readOrCreate(directory.resolve("token"));
    }

    private Member commanded() throws IOException {
        return Member.bind(CONFIG.withTokenFile(directory.resolve("token")), line -> {});
    }

    private HttpResponse<String> send(StatusServer server, String method, String path)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                        .header("Authorization", token.header())
                        .method(method, BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
    }

    /** Waits until something holds; the test ends after a time. */
    private static void await(Callable<Boolean> holds) throws Exception {
        while (!holds.call()) {
            Thread.sleep(20);
        }
    }

    @Test
    void tellsHowTheMemberIs() throws Exception {
        try (Member member = Member.bind(CONFIG, line -> {});
                StatusServer server = new StatusServer(member, "127.0.0.1", 0)) {
            assertEquals(200, send(server, "GET", "/health").statusCode());
            assertEquals(503, send(server, "GET", "/ready").statusCode());
            MemberStatus before =
                    new ObjectMapper().readValue(send(server, "GET", "/status").body(), MemberStatus.class);
            assertEquals("forming", before.role());
            assertEquals(0, before.number());

            member.start(List.of(member.address())).get(60, TimeUnit.SECONDS);
            await(() -> send(server, "GET", "/ready").statusCode() == 200);
            MemberStatus status =
                    new ObjectMapper().readValue(send(server, "GET", "/status").body(), MemberStatus.class);
            assertEquals(1, status.number());
            assertEquals("master", status.role());
            assertEquals(List.of(1), status.voters());
            assertEquals(7, status.primaries());
            assertEquals(member.address(), status.address());
            Partitions table = new ObjectMapper()
                    .readValue(send(server, "GET", "/partitions").body(), Partitions.class);
            assertEquals(status.stamp(), table.stamp());
            assertEquals(7, table.partitions().size());
            assertEquals(List.of(1), table.partitions().get(6).replicas());
            assertEquals(0, table.partitions().get(6).destination());
            // In the end all that was accepted is decided: the two stamps are of the same.
            await(() -> MemberStatus.of(member)
                    .accepted()
                    .equals(MemberStatus.of(member).stamp()));
            String metrics = send(server, "GET", "/metrics").body();
            assertTrue(metrics.contains("godwit_primaries{cluster=\"c\\\"1\\\"\",member=\"1\"} 7.0\n"), metrics);
            assertTrue(metrics.contains("\ngodwit_disk_full{"), metrics);
            assertTrue(metrics.contains("\ngodwit_heap_full{"), metrics);
            assertTrue(
                    metrics.contains(
                            "godwit_entries_removed_total{cluster=\"c\\\"1\\\"\",map=\"*\",member=\"1\",reason=\"idle\"} 0.0\n"),
                    metrics);
            assertTrue(metrics.contains("\ngodwit_writes_refused_total{"), metrics);
            assertTrue(metrics.contains("\ngodwit_log_bytes{"), metrics);
            assertTrue(metrics.contains("# TYPE godwit_term gauge\n"), metrics);
            assertTrue(metrics.contains("# TYPE godwit_transfer_bytes_total counter\n"), metrics);
            assertTrue(
                    metrics.matches("(?s).*\ngodwit_engine_busy_seconds_total\\{[^}]*} [0-9.E-]*[1-9][^\n]*\n.*"),
                    metrics);
            assertTrue(metrics.contains("\njvm_memory_used_bytes{"), metrics);
        }
    }

    /** Requests that never end keep no other waiting, and are dropped. */
    @Test
    void requestsThatDoNotEndAreDropped() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try (Member member = Member.bind(CONFIG, line -> {});
                StatusServer server = new StatusServer(member, "127.0.0.1", 0)) {
            for (int i = 0; i < 8; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                socket.getOutputStream().write("GET /health HTTP/1.1\r\nHost: a".getBytes(US_ASCII));
                slow.add(socket);
            }
            assertEquals(200, send(server, "GET", "/health").statusCode());
            for (Socket socket : slow) {
                assertEquals(-1, socket.getInputStream().read());
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void stateIsAskedFor() throws Exception {
        try (Member member = commanded();
                StatusServer server = new StatusServer(member, "127.0.0.1", 0)) {
            StateReading unknown = new StateReading(ClusterState.ACTIVE, -1, 0, false, -1);
            assertEquals(unknown, state(server));
            assertEquals("ACTIVE, not yet acknowledged", unknown.text());
            assertEquals(503, send(server, "POST", "/state/FROZEN").statusCode());
            member.start(List.of(member.address())).get(60, TimeUnit.SECONDS);
            await(() -> state(server).acknowledged());
            HttpResponse<String> wrong = send(server, "POST", "/state/frozen");
            assertEquals(400, wrong.statusCode());
            assertTrue(wrong.body().contains("there are ACTIVE, NO_MIGRATION, FROZEN, PASSIVE"), wrong.body());
            HttpResponse<String> early = send(server, "POST", "/state/STOPPING");
            assertEquals(409, early.statusCode());
            assertTrue(early.body().contains("cluster version 6 has no STOPPING; raise it first"), early.body());
            assertEquals(202, send(server, "POST", "/state/PASSIVE").statusCode());
            await(() -> state(server).state() == ClusterState.PASSIVE
                    && state(server).acknowledged());
            assertEquals("PASSIVE", state(server).text());
        }
    }

    private StateReading state(StatusServer server) throws Exception {
        return new ObjectMapper().readValue(send(server, "GET", "/state").body(), StateReading.class);
    }

    private static String counter(String name, int value) {
        return "\ngodwit_" + name + "_total{cluster=\"c\\\"1\\\"\",member=\"1\"} " + value + ".0\n";
    }

    @Test
    void countsWhatClientsAreTold() throws Exception {
        byte[] key = {1};
        try (Member member = Member.bind(CONFIG, line -> {});
                StatusServer server = new StatusServer(member, "127.0.0.1", 0)) {
            member.start(List.of(member.address())).get(60, TimeUnit.SECONDS);
            await(() -> MemberStatus.of(member).primaries() == 7);
            String before = send(server, "GET", "/metrics").body();
            for (String name : List.of(
                    "calls_answered",
                    "calls_redirected",
                    "calls_refused",
                    "calls_turned_away",
                    "connections_refused")) {
                assertTrue(before.contains(counter(name, 0)), before);
            }
            List<String> addresses = List.of(member.address());
            try (GodwitClient client = GodwitClient.connect(ClientConfig.of(CONFIG.clusterName(), addresses))) {
                client.map("m").put(key, key);
                assertArrayEquals(key, client.map("m").get(key).orElseThrow());
                assertArrayEquals(key, client.map("m").getRelaxed(key).orElseThrow());
                assertThrows(
                        CallException.class, () -> client.map("godwit.members").put(key, key));
            }
            ClientConfig stranger = ClientConfig.of("another", addresses).withTimeout(Duration.ofSeconds(1));
            assertThrows(CallException.class, () -> GodwitClient.connect(stranger));
            await(() -> member.refusedConnections() > 0);
            String after = send(server, "GET", "/metrics").body();
            // A client that waits long repeats its call, which is answered twice then.
            for (int less = 0; less < 3; less++) {
                assertFalse(after.contains(counter("calls_answered", less)), after);
            }
            assertTrue(after.contains(counter("calls_refused", 1)), after);
            String of = "{cluster=\"c\\\"1\\\"\",member=\"1\"";
            assertTrue(before.contains("\ngodwit_call_seconds_count" + of + "} 0\n"), before);
            assertFalse(after.contains("\ngodwit_call_seconds_count" + of + "} 0\n"), after);
            assertFalse(after.contains("\ngodwit_call_seconds_count" + of + "} 1\n"), after);
            assertTrue(after.contains("\ngodwit_call_seconds_bucket" + of + ",le=\"+Inf\"} "), after);
            assertTrue(after.contains("\ngodwit_call_seconds_bucket" + of + ",le=\"17.179869184\"} "), after);
            assertFalse(after.contains(counter("connections_refused", 0)), after);
        }
    }

    @Test
    void tellsWhatALeaverWaitsFor() throws Exception {
        try (Member member = commanded();
                StatusServer server = new StatusServer(member, "127.0.0.1", 0)) {
            member.start(List.of(member.address())).get(60, TimeUnit.SECONDS);
            await(() -> MemberStatus.of(member).primaries() == 7);
            await(() -> MemberStatus.of(member).role().equals("master"));
            declarationsAreRefusedWithTheReason(server);
            assertNull(MemberStatus.of(member).departure());
            assertEquals(202, send(server, "POST", "/leave").statusCode());
            await(() -> MemberStatus.of(member).departure() != null);
            // It is alone: there is nobody to take anything over.
            MemberStatus status =
                    new ObjectMapper().readValue(send(server, "GET", "/status").body(), MemberStatus.class);
            assertEquals(new Departure(7, 7, true), status.departure());
            assertEquals(List.of(1), status.leaving());
        }
    }

    /** At a member that is alone and master of 7 partitions. */
    private void declarationsAreRefusedWithTheReason(StatusServer server) throws Exception {
        for (String wrong : List.of("", "1", "1/", "1/0", "x/1", "1/2/3", "-1/1")) {
            assertEquals(400, send(server, "POST", "/declare-lost/" + wrong).statusCode(), wrong);
        }
        assertEquals(405, send(server, "GET", "/declare-lost/1/2").statusCode());
        HttpResponse<String> answering = send(server, "POST", "/declare-lost/1/1");
        assertEquals(409, answering.statusCode());
        assertEquals("partition 1 is not lost: member 1 has a current copy and answers\n", answering.body());
        assertEquals(
                "there is no partition 7; the last one is 6\n",
                send(server, "POST", "/declare-lost/7/1").body());
        OwnCopies copies =
                new ObjectMapper().readValue(send(server, "GET", "/copies").body(), OwnCopies.class);
        assertEquals(1, copies.member());
        assertEquals(7, copies.copies().size());
        OwnCopies.Copy copy = copies.copies().get(0);
        assertFalse(copy.newerThan(copy));
        assertTrue(copy.newerThan(new OwnCopies.Copy(0, copy.term(), copy.number() - 1, copy.writes() + 1, 0)));
        assertTrue(new OwnCopies.Copy(0, copy.term(), copy.number(), copy.writes() + 1, 0).newerThan(copy));
    }

    @Test
    void saysWhatThereIs() throws Exception {
        try (Member member = commanded();
                StatusServer server = new StatusServer(member, "127.0.0.1", 0)) {
            assertEquals(404, send(server, "GET", "/nothing").statusCode());
            assertEquals(
                    "this member does not belong to a cluster yet\n",
                    send(server, "POST", "/declare-lost/1/1").body());
            assertEquals(405, send(server, "GET", "/leave").statusCode());
            assertEquals(405, send(server, "POST", "/status").statusCode());
            assertEquals(405, send(server, "GET", "/disk-delay/5").statusCode());
            assertEquals(400, send(server, "POST", "/disk-delay/long").statusCode());
            assertEquals(400, send(server, "POST", "/disk-delay/-1").statusCode());
            assertEquals(
                    "each write to the disk takes 5 ms longer\n",
                    send(server, "POST", "/disk-delay/5").body());
            assertEquals(405, send(server, "GET", "/disk-reserve/5").statusCode());
            assertEquals(400, send(server, "POST", "/disk-reserve/all").statusCode());
            assertEquals(400, send(server, "POST", "/disk-reserve/-1").statusCode());
            assertEquals(
                    "5 MiB are to stay free on the disk\n",
                    send(server, "POST", "/disk-reserve/5").body());
            assertEquals(202, send(server, "POST", "/leave").statusCode());
            member.ended().get(60, TimeUnit.SECONDS);
        }
    }
}
