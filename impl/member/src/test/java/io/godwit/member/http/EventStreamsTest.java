package io.godwit.member.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.member.Member;
import io.godwit.member.config.MemberConfig;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits until the member has left
class EventStreamsTest {
    private static final String HOST = "127.0.0.1";
    private static final int PARTITIONS = 7;
    private static final int MANY = 50_021;
    private static final long PATIENCE_MILLIS = 2_000;
    private static final int SMALL_BUFFER = 1 << 12;

    private static MemberConfig config(int partitions) {
        return MemberConfig.of("c", "m").withPartitions(partitions, 1);
    }

    private static Member started(Member member) throws Exception {
        member.start(List.of(member.address())).get(60, TimeUnit.SECONDS);
        while (MemberStatus.of(member).primaries() < MemberStatus.of(member).partitions()
                || !MemberStatus.of(member).ready()) {
            Thread.sleep(20);
        }
        return member;
    }

    /** A viewer with a small buffer, as it is on the wire. */
    private static final class Viewer implements AutoCloseable {
        private final Socket socket = new Socket();
        private final BufferedReader in;

        Viewer(int port, String path, String... headers) throws IOException {
            socket.setReceiveBufferSize(SMALL_BUFFER);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            String request = "GET " + path + " HTTP/1.1\r\nHost: " + HOST + "\r\n"
                    + Stream.of(headers).map(each -> each + "\r\n").reduce("", String::concat) + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        }

        String line() throws IOException {
            return in.readLine();
        }

        /** The next message: its event and its data. */
        Message next() throws IOException {
            String line = lineOrEnd();
            while (!line.startsWith("event: ")) {
                line = lineOrEnd();
            }
            String event = line.substring("event: ".length());
            // A chunk of HTTP may end anywhere in the data, with lines of its own.
            StringBuilder data = new StringBuilder();
            for (line = lineOrEnd(); !line.isEmpty() || !isWhole(data); line = lineOrEnd()) {
                data.append(data.length() == 0 || !line.matches("[0-9a-f]*") ? line : "");
            }
            return new Message(event, new ObjectMapper().readTree(data.substring("data: ".length())));
        }

        private String lineOrEnd() throws IOException {
            String line = in.readLine();
            if (line == null) {
                throw new EOFException();
            }
            return line;
        }

        private static boolean isWhole(CharSequence data) {
            return data.length() > 0 && data.charAt(data.length() - 1) == '}';
        }

        Message nextWith(String kind) throws IOException {
            while (true) {
                Message message = next();
                for (JsonNode event : message.data.path("events")) {
                    if (event.path("kind").asText().equals(kind)) {
                        return message;
                    }
                }
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private record Message(String event, JsonNode data) {}

    @Test
    void stateComesFirstThenChanges() throws Exception {
        try (Member member = Member.bind(config(PARTITIONS), line -> {});
                StatusServer server = new StatusServer(member, HOST, 0);
                Viewer viewer = new Viewer(server.port(), "/events")) {
            Message forming = viewer.next();
            assertEquals("state", forming.event);
            assertEquals("forming", forming.data.path("view").path("role").asText());
            assertEquals(0, forming.data.path("partitions").size());
            started(member);
            Message first = viewer.next();
            while (!first.event.equals("state")) {
                assertEquals(0, first.data.path("partitions").size());
                first = viewer.next();
            }
            // A new table: all of it is sent.
            assertEquals(PARTITIONS, first.data.path("partitions").size());
            assertEquals(1, first.data.path("view").path("number").asInt());
            try (GodwitClient client = GodwitClient.connect(ClientConfig.of("c", List.of(member.address())))) {
                client.map("m").put(new byte[] {1}, new byte[] {1});
            }
            Message change = viewer.next();
            while (change.data.path("view").path("calls").path("answered").asInt() < 1) {
                assertEquals("change", change.event);
                assertTrue(change.data.path("after").asInt() > 0);
                change = viewer.next();
            }
            member.leave();
            JsonNode event = viewer.nextWith("leaving").data.path("events").get(0);
            assertEquals(1, event.path("member").asInt());
            assertEquals(
                    "m1 leaves: its copies move to others", event.path("text").asText());
        }
    }

    @Test
    void streamMayLeavePartitionsOut() throws Exception {
        try (Member member = started(Member.bind(config(PARTITIONS), line -> {}));
                StatusServer server = new StatusServer(member, HOST, 0);
                Viewer viewer = new Viewer(server.port(), "/events?partitions=none")) {
            JsonNode data = viewer.next().data;
            assertFalse(data.has("partitions"));
            assertEquals(1, data.path("view").path("master").asInt());
        }
    }

    /** While it does not read, changes are not queued: the next message has them all. */
    @Test
    void slowViewerIsSentWhatChangedMeanwhile() throws Exception {
        try (Member member = started(Member.bind(config(MANY), line -> {}));
                StatusServer server = new StatusServer(member, HOST, 0);
                Viewer viewer = new Viewer(server.port(), "/events")) {
            Thread.sleep(PATIENCE_MILLIS);
            member.leave();
            Message first = viewer.next();
            assertEquals("state", first.event);
            assertEquals(MANY, first.data.path("partitions").size());
            Message second = viewer.next();
            assertTrue(second.data.path("after").asLong() >= PATIENCE_MILLIS / 2, second.data.toString());
            assertEquals(
                    "leaving", second.data.path("events").path(0).path("kind").asText());
        }
    }

    @Test
    void viewerThatReadsNothingIsDropped() throws Exception {
        try (Member member = started(Member.bind(config(MANY), line -> {}));
                StatusServer server = new StatusServer(member, HOST, 0, PATIENCE_MILLIS);
                Viewer viewer = new Viewer(server.port(), "/events")) {
            Thread.sleep(3 * PATIENCE_MILLIS);
            List<String> read = new ArrayList<>();
            String line = lineOrNull(viewer);
            while (line != null) {
                read.add(line);
                line = lineOrNull(viewer);
            }
            assertFalse(String.join("", read).contains("\"partition\":" + (MANY - 1) + ","));
            try (Viewer another = new Viewer(server.port(), "/events")) {
                assertEquals(MANY, another.next().data.path("partitions").size());
            }
        }
    }

    /** Null at the end, also of a connection that was reset. */
    private static String lineOrNull(Viewer viewer) {
        try {
            return viewer.line();
        } catch (IOException e) {
            return null;
        }
    }

    @Test
    void viewersAreBounded() throws Exception {
        try (Member member = started(Member.bind(config(PARTITIONS), line -> {}));
                StatusServer server = new StatusServer(member, HOST, 0)) {
            List<Viewer> viewers = new ArrayList<>();
            for (int i = 0; i < EventStreams.MAX_VIEWERS; i++) {
                viewers.add(new Viewer(server.port(), "/events"));
                assertNotNull(viewers.get(i).next());
            }
            try (Viewer more = new Viewer(server.port(), "/events")) {
                assertEquals("HTTP/1.1 503 Service Unavailable", more.line());
            }
            try (Viewer other = new Viewer(server.port(), "/health")) {
                assertEquals("HTTP/1.1 200 OK", other.line());
            }
            viewers.remove(0).close();
            while (true) {
                try (Viewer again = new Viewer(server.port(), "/events")) {
                    if (again.line().equals("HTTP/1.1 200 OK")) {
                        break;
                    }
                }
            }
            viewers.forEach(EventStreamsTest::close);
        }
    }

    private static void close(Viewer viewer) {
        try {
            viewer.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String answer(StatusServer server, String path, String... headers) throws IOException {
        try (Viewer viewer = new Viewer(server.port(), path, headers)) {
            return viewer.line();
        }
    }

    @Test
    void otherRequestsAreRefused() throws Exception {
        try (Member member = started(Member.bind(config(PARTITIONS), line -> {}));
                StatusServer server = new StatusServer(member, HOST, 0)) {
            assertEquals("HTTP/1.1 404 Not Found", answer(server, "/events/7"));
            assertEquals("HTTP/1.1 400 Bad Request", answer(server, "/events?from=7"));
            assertEquals("HTTP/1.1 403 Forbidden", answer(server, "/events", "Origin: http://example.com"));
            assertEquals("HTTP/1.1 403 Forbidden", answer(server, "/events", "Origin: null"));
            assertEquals("HTTP/1.1 403 Forbidden", answer(server, "/status", "Origin: http://127.0.0.1:1"));
            try (Viewer page = new Viewer(server.port(), "/events", "Origin: http://127.0.0.1:1")) {
                assertEquals("HTTP/1.1 200 OK", page.line());
                List<String> headers = new ArrayList<>();
                for (String line = page.line(); !line.isEmpty(); line = page.line()) {
                    headers.add(line);
                }
                assertTrue(headers.contains("Access-control-allow-origin: http://127.0.0.1:1"), headers.toString());
            }
        }
    }

    @Test
    void closedServerEndsStreams() throws Exception {
        try (Member member = started(Member.bind(config(PARTITIONS), line -> {}))) {
            Viewer viewer;
            try (StatusServer server = new StatusServer(member, HOST, 0)) {
                viewer = new Viewer(server.port(), "/events");
                viewer.next();
            }
            assertThrows(IOException.class, () -> {
                while (true) {
                    viewer.next();
                }
            });
            viewer.close();
        }
    }
}
