package io.godwit.member.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.environment.CertificateRole;
import io.godwit.environment.Credentials;
import io.godwit.environment.Transport;
import io.godwit.environment.threads.SystemClock;
import io.godwit.member.Member;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.config.MemberConfig.TlsFiles;
import io.godwit.member.runtime.MemberRuntime;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.connection.RefusedException;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Role;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.netty.Certificates;
import io.godwit.transport.netty.NettyTransport;
import io.godwit.transport.netty.PendingConnection;
import io.godwit.transport.netty.Tls;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the certificate of each role may do, and what it may not. */
@Timeout(300)
class RoleAccessTest {
    private static final String HERE = "127.0.0.1";
    private static final int PARTITIONS = 7;
    private static final List<String> COMMANDS =
            List.of("/declare-lost/0/1", "/disk-delay/0", "/disk-reserve/0", "/leave");
    private static final List<String> WRONG = List.of("member", "client", "plain", "other");
    private static final int COUNT = Integer.getInteger("godwit.fuzz.http", 1_000);

    private final List<String> lines = new CopyOnWriteArrayList<>();

    @TempDir
    private Path directory;

    private Certificates authority;
    private Member member;
    private StatusServer server;

    @BeforeEach
    void issue() throws Exception {
        authority = new Certificates(directory, "ours");
        for (String role : List.of("member", "client", "operator")) {
            authority.issueFor(role, "localhost", HERE, "godwit:" + role);
        }
        authority.issueFor("plain", "localhost", HERE);
        authority.issueFor("other", "localhost", HERE, "godwit:other");
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
        if (member != null) {
            member.close();
        }
    }

    private Path file(String subject, String kind) {
        return directory.resolve(subject + "." + kind);
    }

    private void start(boolean requireRole) throws Exception {
        MemberConfig config = MemberConfig.of("test", "m")
                .withPartitions(PARTITIONS, 0)
                .withTokenFile(directory.resolve("token"))
                .withTls(new TlsFiles(
                        file("member", "pem"), file("member", "key"), authority.authority(), true, requireRole));
        Token.readOrCreate(config.tokenFile());
        member = Member.bind(config, lines::add);
        member.start(List.of(member.address())).get(60, TimeUnit.SECONDS);
        server = new StatusServer(member, HERE, 0);
        assertTrue(server.toString().startsWith("HTTPS at 127.0.0.1:"), server::toString);
    }

    private Tls tls(String subject) throws Exception {
        return Tls.of(file(subject, "pem"), file(subject, "key"), authority.authority(), true);
    }

    private JdkSslContext context(String subject) throws Exception {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .trustManager(authority.authority().toFile());
        if (!subject.isEmpty()) {
            builder.keyManager(
                    file(subject, "pem").toFile(), file(subject, "key").toFile());
        }
        return (JdkSslContext) builder.build();
    }

    /** Somebody with that certificate, or without one if it is empty. */
    private HttpClient http(String subject) throws Exception {
        return HttpClient.newBuilder().sslContext(context(subject).context()).build();
    }

    private HttpResponse<String> send(HttpClient http, String method, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + server.port() + path))
                .method(method, BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private static Hello hello(Role role) {
        return new Hello(
                Frame.WIRE_VERSION,
                role,
                "test",
                MemberRuntime.PROTOCOL,
                MemberRuntime.GENERATION,
                PARTITIONS,
                Maps.all(0),
                Bytes.EMPTY,
                new Peer(9, Bytes.owning(new byte[16]), HERE, 9),
                Bytes.EMPTY);
    }

    private static final Receiver NOBODY = new Receiver() {
        @Override
        public void received(Connection connection, Frame frame) {
            // The frames of a cluster.
        }

        @Override
        public void closed(Connection connection) {
            // It was of no use.
        }
    };

    private PendingConnection greet(NettyTransport transport, Role role) {
        int colon = member.address().lastIndexOf(':');
        PendingConnection pending = new PendingConnection();
        new Connections(transport, new SystemClock(), Limits.DEFAULT)
                .connect(
                        HERE,
                        Integer.parseInt(member.address().substring(colon + 1)),
                        hello(role),
                        new FrameCodec(PARTITIONS),
                        NOBODY,
                        pending);
        return pending;
    }

    /** Which roles in the handshake the holder of a certificate may have. */
    private void mayBe(String subject, Role... allowed) throws Exception {
        NettyTransport transport = new NettyTransport("test", 1, 5_000, tls(subject), Map.of());
        try {
            for (Role role : Role.values()) {
                PendingConnection pending = greet(transport, role);
                if (List.of(allowed).contains(role)) {
                    pending.get(60, TimeUnit.SECONDS).connection().close();
                } else {
                    RefusedException refused = assertThrows(
                            RefusedException.class,
                            () -> pending.get(60, TimeUnit.SECONDS),
                            () -> subject + " as " + role);
                    assertEquals(Reason.CERTIFICATE_ROLE, refused.reason());
                    assertTrue(refused.getMessage().contains("CN=" + subject), refused::getMessage);
                }
            }
        } finally {
            transport.close();
        }
    }

    @Test
    void eachCertificateConnectsInItsRole() throws Exception {
        start(false);
        mayBe("client", Role.CLIENT);
        mayBe("operator");
        assertEquals(1, member.known().size(), "nobody has joined");
        mayBe("member", Role.values());
        mayBe("plain", Role.values());
    }

    @Test
    void certificateWithoutRoleIsRefusedWhereRolesAreRequired() throws Exception {
        start(true);
        mayBe("plain");
        mayBe("client", Role.CLIENT);
        HttpClient plain = http("plain");
        assertEquals(403, send(plain, "POST", "/leave").statusCode());
        mayBe("member", Role.values());
    }

    @Test
    void clientReadsAndWritesAndTakesNoNumber() throws Exception {
        start(false);
        byte[] key = "last".getBytes(UTF_8);
        ClientConfig config = ClientConfig.of("test", List.of(member.address())).with(tls("client"));
        try (GodwitClient client = GodwitClient.connect(config)) {
            client.map("m").put(key, key);
            CallException refused = assertThrows(
                    CallException.class, () -> client.map("godwit.members").increment(key, 1));
            assertTrue(refused.getMessage().contains("member is needed"), refused::getMessage);
        }
        ClientConfig wrong = ClientConfig.of("test", List.of(member.address())).with(tls("operator"));
        CallException refused = assertThrows(CallException.class, () -> GodwitClient.connect(wrong));
        assertTrue(refused.getMessage().contains("has the role operator; client is needed"), refused::getMessage);
    }

    @Test
    void clientDoesNotTalkToAProcessThatIsNoMember() throws Exception {
        NettyTransport transport = new NettyTransport("test", 1, 5_000, tls("client"), Map.of());
        try (var listener = new AutoCloseable() {
            private final Transport.Listener listening = transport.listen(HERE, 0, remote -> new Transport.Handler() {
                @Override
                public void opened(Transport.Connection connection) {}

                @Override
                public void failed(boolean nobodyListens, IOException cause) {}

                @Override
                public void received(ByteBuffer bytes) {
                    lines.add("it has got the greeting");
                }

                @Override
                public void closed(IOException cause) {}
            });

            @Override
            public void close() {
                listening.close();
            }
        }) {
            ClientConfig config = ClientConfig.of("test", List.of(HERE + ":" + listener.listening.port()))
                    .with(tls("client"))
                    .withTimeout(Duration.ofSeconds(2));
            CallException refused = assertThrows(CallException.class, () -> GodwitClient.connect(config));
            assertTrue(refused.getMessage().contains("has the role client; member is needed"), refused::getMessage);
            assertEquals(List.of(), lines);
        } finally {
            transport.close();
        }
    }

    @Test
    void onlyOperatorsAndHoldersOfTheTokenGiveCommands() throws Exception {
        start(false);
        for (String subject : WRONG) {
            HttpClient http = http(subject);
            for (String command : COMMANDS) {
                HttpResponse<String> refused = send(http, "POST", command);
                assertEquals(403, refused.statusCode(), subject + " " + command);
                assertTrue(refused.body().contains("CN=" + subject), refused.body());
                assertTrue(refused.body().contains("operator is needed"), refused.body());
            }
            assertEquals(200, send(http, "GET", "/health").statusCode());
        }
        HttpClient nobody = http("");
        for (String command : COMMANDS) {
            assertEquals(401, send(nobody, "POST", command).statusCode());
            assertEquals(
                    401,
                    send(nobody, "POST", command, "Authorization", "Bearer x").statusCode());
        }
        assertFalse(lines.stream().anyMatch(line -> line.startsWith("POST ")), lines::toString);
        assertTrue(member.state().orElseThrow().local().peers().leaving().isEmpty());

        String token = Token.read(directory.resolve("token")).header();
        assertEquals(
                200,
                send(nobody, "POST", "/disk-delay/0", "Authorization", token).statusCode());
        assertEquals(
                200,
                send(http("client"), "POST", "/disk-delay/0", "Authorization", token)
                        .statusCode());
        assertEquals(202, send(http("operator"), "POST", "/leave").statusCode());
        assertTrue(
                lines.stream()
                        .anyMatch(line -> line.startsWith("POST /leave by the operator CN=operator, at 127.0.0.1:")),
                lines::toString);
    }

    @Test
    void everyRoleReadsFromOtherMachinesAndNobodyElse() {
        HttpAccess access = new HttpAccess(false, null, null);
        for (CertificateRole role : CertificateRole.values()) {
            Credentials holder = new Credentials("CN=x", Set.of(role));
            assertTrue(access.decide(HttpAccess.Kind.READ, null, holder, "h:1").isAllowed());
            assertEquals(
                    role == CertificateRole.OPERATOR,
                    access.decide(HttpAccess.Kind.COMMAND, null, holder, "h:1").isAllowed());
        }
        for (String name : List.of("", "CN=x")) {
            Credentials without = new Credentials(name, Set.of());
            assertEquals(
                    403,
                    access.decide(HttpAccess.Kind.READ, null, without, "h:1").status());
            assertEquals(
                    403,
                    access.decide(HttpAccess.Kind.COMMAND, null, without, "h:1").status());
            assertTrue(
                    access.decide(HttpAccess.Kind.PROBE, null, without, "h:1").isAllowed());
        }
    }

    /** How many: system property {@code godwit.fuzz.http}. */
    @Test
    void requestOfAnotherRoleHasNoEffect() throws Exception {
        start(false);
        Random random = new Random(20_261_126);
        List<HttpClient> clients = List.of(http("member"), http("client"), http("plain"), http("other"), http(""));
        List<String> methods = List.of("POST", "POST", "POST", "PUT", "DELETE", "GET", "PATCH");
        List<String> headers = List.of("Authorization", "X-Token", "Proxy-Authorization");
        for (int i = 0; i < COUNT; i++) {
            String path = COMMANDS.get(random.nextInt(COMMANDS.size()));
            if (random.nextInt(4) == 0) {
                path += List.of("?", "/", "?token=" + random.nextLong(), "%2f", "//")
                        .get(random.nextInt(5));
            }
            byte[] noise = new byte[random.nextInt(64)];
            random.nextBytes(noise);
            String scheme = List.of("Bearer ", "Basic ", "", "bearer\t").get(random.nextInt(4));
            int status = send(
                            clients.get(random.nextInt(clients.size())),
                            methods.get(random.nextInt(methods.size())),
                            path,
                            headers.get(random.nextInt(headers.size())),
                            scheme + Base64.getEncoder().encodeToString(noise))
                    .statusCode();
            assertTrue(status / 100 == 4, path + ": " + status);
        }
        assertFalse(lines.stream().anyMatch(line -> line.startsWith("POST ")), lines::toString);
        assertTrue(member.state().orElseThrow().local().peers().leaving().isEmpty());
    }

    private String serial(int port) throws Exception {
        try (SSLSocket socket =
                (SSLSocket) context("client").context().getSocketFactory().createSocket(HERE, port)) {
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSerialNumber()
                    .toString();
        }
    }

    @Test
    void renewedCertificateIsUsedWithoutARestart() throws Exception {
        start(false);
        int port = Integer.parseInt(member.address().substring(member.address().lastIndexOf(':') + 1));
        String before = serial(port);
        assertEquals(before, serial(server.port()));
        Files.writeString(file("member", "pem"), "damaged");
        while (lines.stream().noneMatch(line -> line.contains("the old certificates stay in use"))) {
            Thread.sleep(100);
        }
        assertEquals(before, serial(port));
        authority.issueFor("member", "localhost", HERE, "godwit:member");
        while (serial(port).equals(before) || serial(server.port()).equals(before)) {
            Thread.sleep(100);
        }
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("TLS: the new certificate in ")), lines::toString);
        try (GodwitClient client = GodwitClient.connect(
                ClientConfig.of("test", List.of(member.address())).with(tls("client")))) {
            assertEquals(0, client.map("m").size());
        }
    }
}
