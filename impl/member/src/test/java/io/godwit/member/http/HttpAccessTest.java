package io.godwit.member.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.member.Member;
import io.godwit.member.config.ConfigException;
import io.godwit.member.config.MemberConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who may do what over HTTP without TLS. */
@Timeout(120)
class HttpAccessTest {
    private static final String HERE = "127.0.0.1";
    private static final MemberConfig CONFIG = MemberConfig.of("c", "m").withPartitions(7, 1);
    private static final List<String> COMMANDS =
            List.of("/declare-lost/0/1", "/disk-delay/0", "/disk-reserve/0", "/leave");
    private static final List<String> READS =
            List.of("/", "/status", "/partitions", "/copies", "/transfers", "/metrics");

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<String> lines = new CopyOnWriteArrayList<>();

    @TempDir
    private Path directory;

    /** Sends a request with a header, or without one if it is null. */
    private HttpResponse<String> send(StatusServer server, String method, String path, String header) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .method(method, BodyPublishers.noBody());
        if (header != null) {
            request.header("Authorization", header);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private Member bind(MemberConfig config) throws Exception {
        Member member = Member.bind(config, lines::add);
        member.start(List.of(member.address())).get(60, TimeUnit.SECONDS);
        return member;
    }

    private Path file() throws ConfigException {
        Path file = directory.resolve("token");
        Token.readOrCreate(file);
        return file;
    }

    private static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    private static int departures(Member member) {
        return MemberStatus.of(member).departure() == null ? 0 : 1;
    }

    private boolean isLogged(String start) {
        return lines.stream().anyMatch(line -> line.startsWith(start));
    }

    @Test
    void commandsNeedTheTokenAndReadingDoesNot() throws Exception {
        Path file = file();
        String token = Files.readString(file).strip();
        try (Member member = bind(CONFIG.withTokenFile(file));
                StatusServer server = new StatusServer(member, HERE, 0)) {
            for (String header : new String[] {
                null,
                "",
                token,
                "Bearer",
                "Bearer ",
                "Bearer " + token.substring(1),
                "Bearer " + token + "0",
                "Basic " + token,
                "Basic !",
                basic(token, "godwit"),
                basic("", "")
            }) {
                for (String command : COMMANDS) {
                    HttpResponse<String> refused = send(server, "POST", command, header);
                    assertEquals(401, refused.statusCode(), command + " with " + header);
                    assertTrue(refused.body().contains("Authorization: Bearer TOKEN"), refused.body());
                    assertFalse(refused.body().contains(token), "the token itself is not told");
                    assertTrue(refused.headers().firstValue("WWW-Authenticate").isPresent());
                }
            }
            for (String read : READS) {
                assertEquals(200, send(server, "GET", read, null).statusCode(), read);
            }
            assertEquals(0, departures(member), "nothing had an effect");
            assertFalse(isLogged("POST "), "what was refused is no command");

            assertEquals(
                    200,
                    send(server, "POST", "/disk-delay/0", "Bearer " + token).statusCode());
            assertTrue(isLogged("POST /disk-delay/0 by the holder of the token, at 127.0.0.1:"), lines::toString);
            assertEquals(
                    200,
                    send(server, "POST", "/disk-reserve/0", basic("anybody", token))
                            .statusCode());
            assertTrue(isLogged("POST /disk-reserve/0 by the holder of the token, at 127.0.0.1:"), lines::toString);
            assertEquals(202, send(server, "POST", "/leave", "bearer  " + token).statusCode());
            assertTrue(isLogged("POST /leave by the holder of the token, at 127.0.0.1:"), lines::toString);
        }
    }

    @Test
    void memberWithoutTokenTakesNoCommands() throws Exception {
        try (Member member = bind(CONFIG);
                StatusServer server = new StatusServer(member, HERE, 0)) {
            for (String command : COMMANDS) {
                HttpResponse<String> refused = send(server, "POST", command, "Bearer ");
                assertEquals(403, refused.statusCode());
                assertTrue(refused.body().contains("for which set token-file or data-dir"), refused.body());
            }
            assertEquals(0, departures(member));
            assertEquals(200, send(server, "GET", "/status", null).statusCode());
            assertTrue(server.toString().endsWith(", no commands"), server::toString);
        }
    }

    @Test
    void durableMemberHasItsTokenInItsDataDirectory() throws Exception {
        Path data = directory.resolve("data");
        try (Member member = bind(CONFIG.withDataDir(data));
                StatusServer server = new StatusServer(member, HERE, 0)) {
            assertEquals(401, send(server, "POST", "/disk-delay/0", null).statusCode());
            String token = Files.readString(data.resolve("http-token")).strip();
            assertEquals(
                    200,
                    send(server, "POST", "/disk-delay/0", "Bearer " + token).statusCode());
            assertTrue(server.toString().endsWith(data.resolve("http-token").toString()), server::toString);
        }
    }

    @Test
    void onlyThisMachineReachesAMemberWithoutTokenFile() throws Exception {
        try (Member member = bind(CONFIG.withDataDir(directory.resolve("data")));
                StatusServer server = new StatusServer(member, "0.0.0.0", 0)) {
            assertTrue(server.toString().startsWith("HTTP at 127.0.0.1:"), server::toString);
            assertEquals(200, send(server, "GET", "/status", null).statusCode());
        }
    }

    @Test
    void readingFromOtherMachinesNeedsTheToken() throws Exception {
        Path file = file();
        String token = Files.readString(file).strip();
        try (Member member = bind(CONFIG.withTokenFile(file));
                StatusServer server = new StatusServer(member, "0.0.0.0", 0)) {
            assertTrue(server.toString().startsWith("HTTP at 0.0.0.0:"), server::toString);
            for (String read : READS) {
                assertEquals(401, send(server, "GET", read, null).statusCode(), read);
                assertEquals(
                        200,
                        send(server, "GET", read, basic("prometheus", token)).statusCode(),
                        read);
            }
            assertEquals(401, send(server, "GET", "/events", "Bearer x").statusCode());
            assertEquals(200, send(server, "GET", "/health", null).statusCode());
            assertTrue(List.of(200, 503)
                    .contains(send(server, "GET", "/ready", null).statusCode()));
            assertEquals(401, send(server, "POST", "/leave", null).statusCode());
            assertEquals(0, departures(member));
        }
    }

    @Test
    void badTokenFileIsRefused() throws Exception {
        Path file = directory.resolve("missing");
        try (Member member = bind(CONFIG.withTokenFile(file))) {
            ConfigException refused = assertThrows(ConfigException.class, () -> new StatusServer(member, HERE, 0));
            assertEquals(file + ": there is no such token file", refused.getMessage());
        }
    }
}
