package io.godwit.member.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.godwit.client.VersionReading;
import io.godwit.member.Member;
import io.godwit.member.backup.BackupRequest;
import io.godwit.member.backup.BackupWriter;
import io.godwit.member.config.ConfigException;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.runtime.Identity;
import io.godwit.page.Html;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.quorum.ClusterStates;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.transport.frame.Versions;
import io.godwit.transport.netty.Tls;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * Answers over HTTP: {@code /} with a page that shows the cluster, which follows {@code /events}; {@code /status},
 * {@code /state}, {@code /version}, {@code /partitions}, {@code /copies} and {@code /transfers} in JSON, {@code /metrics} for Prometheus, {@code /health}
 * (200 while the process works) and {@code /ready} (200 if the member hears a master, 503 otherwise); {@code POST /leave} begins a graceful leave,
 * {@code POST /state/NAME} asks for a state of the cluster, {@code POST /version/NUMBER} for a higher cluster version, {@code POST /declare-lost/PARTITION/MEMBER} declares that all in-sync
 * members of a partition are gone for good, {@code POST /backup} answers with what the member has for a backup, of the partitions in the body
 * or of all, {@code POST /disk-delay/MILLIS} and {@code POST /disk-reserve/MIB} change what the configuration says.
 *
 * <p>Whoever may do what is decided by {@link HttpAccess}. Without a token file in the configuration, only processes on this machine
 * reach the server, whatever the host.
 *
 * <p>Pages of other members may read {@code /events}, and no others; pages may change nothing.
 *
 * <p>It takes up to 64 requests at a time, and waits up to 10 seconds for the whole of a request.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the end of the leaving is seen at the member
public final class StatusServer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PAGE = Html.withSharedParts(Html.resource(StatusServer.class, "live.html"))
            .replace("/*live.css*/", Html.resource(StatusServer.class, "live.css"))
            .replace("/*live.js*/", Html.resource(StatusServer.class, "live.js"));
    static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final int WRONG_REQUEST = 400;
    static final int UNAUTHORIZED = 401;
    static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final long PATIENCE_MILLIS = 10_000;
    /** Requests at a time; the connection of one more is closed. */
    private static final int MAX_REQUESTS = 64;
    /** So long, in seconds, may a request take to arrive; then its connection is closed. */
    private static final int REQUEST_SECONDS = 10;

    private static final String STATES =
            Arrays.stream(ClusterState.values()).map(Enum::name).collect(Collectors.joining(", "));
    private static final String EVENTS = "/events";
    private static final String WITHOUT_TABLE = "partitions=none";
    private static final String HEALTH = "/health";
    private static final String READY = "/ready";
    private static final String LEAVE = "/leave";
    private static final String STATE = "/state/";
    private static final String VERSION = "/version/";
    private static final String DECLARE_LOST = "/declare-lost/";
    private static final String BACKUP = "/backup";
    private static final String DISK_DELAY = "/disk-delay/";
    private static final String DISK_RESERVE = "/disk-reserve/";
    private static final int WRONG_METHOD = 405;
    private static final int CONFLICT = 409;
    private static final int UNAVAILABLE = 503;

    static {
        // The server of the JDK has no other way to set it, and reads it once. A process may have its own.
        if (System.getProperty("sun.net.httpserver.maxReqTime") == null) {
            System.setProperty("sun.net.httpserver.maxReqTime", Integer.toString(REQUEST_SECONDS));
        }
    }

    private final Member member;
    private final Metrics metrics;
    private final HttpAccess access;
    /** The host at which it listens. */
    private final String place;

    private final EventStreams streams;
    private final HttpServer server;
    private final ExecutorService threads;

    /** What is answered. */
    private record Answer(int status, String type, String text) {
        static Answer plain(int status, String text) {
            return new Answer(status, "text/plain; charset=utf-8", text + "\n");
        }
    }

    /**
     * Answers for a member until it is closed.
     *
     * @param host where to listen
     * @param port 0 for any that is free
     * @throws IOException if that port cannot be had
     * @throws ConfigException if the token file cannot be used
     */
    public StatusServer(Member member, String host, int port) throws IOException, ConfigException {
        this(member, host, port, PATIENCE_MILLIS);
    }

    /** The same, which drops a viewer that reads nothing for so long. */
    StatusServer(Member member, String host, int port, long patienceMillis) throws IOException, ConfigException {
        this.member = member;
        this.metrics = new Metrics(member);
        Token token = token(member.config());
        Tls tls = member.tls();
        boolean guarded = tls != null || member.config().tokenFile() != null;
        try {
            boolean asked = guarded || InetAddress.getByName(host).isLoopbackAddress();
            this.place = asked ? host : InetAddress.getLoopbackAddress().getHostAddress();
            InetAddress address = InetAddress.getByName(place);
            this.access = new HttpAccess(address.isLoopbackAddress(), token, tls);
            this.server = listen(new InetSocketAddress(address, port), tls);
        } catch (IOException e) {
            throw new IOException("cannot listen for HTTP at " + host + ":" + port + ": " + e.getMessage(), e);
        }
        this.streams = new EventStreams(member, patienceMillis);
        this.threads = new ThreadPoolExecutor(0, MAX_REQUESTS, 1, TimeUnit.MINUTES, new SynchronousQueue<>(), task -> {
            Thread thread = new Thread(task, "godwit-http");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private static HttpServer listen(InetSocketAddress address, Tls tls) throws IOException {
        if (tls == null) {
            return HttpServer.create(address, 0);
        }
        HttpsServer encrypted = HttpsServer.create(address, 0);
        encrypted.setHttpsConfigurator(new Encryption(tls.serverContext()));
        return encrypted;
    }

    /** Asks for certificates, and accepts requests without one: they may have the token. */
    private static final class Encryption extends HttpsConfigurator {
        Encryption(SSLContext context) {
            super(context);
        }

        @Override
        public void configure(HttpsParameters parameters) {
            SSLParameters wanted = getSSLContext().getDefaultSSLParameters();
            wanted.setWantClientAuth(true);
            parameters.setSSLParameters(wanted);
        }
    }

    private static Token token(MemberConfig config) throws ConfigException {
        if (config.tokenFile() != null) {
            return Token.read(config.tokenFile());
        }
        return config.dataDir() == null
                ? null
                : Token.readOrCreate(config.dataDir().resolve(Token.FILE_NAME));
    }

    /** Where it listens. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Where it listens, and who may give commands, for people. */
    @Override
    public String toString() {
        return (server instanceof HttpsServer ? "HTTPS at " : "HTTP at ") + place + ":" + port() + ", " + access;
    }

    private void handle(HttpExchange exchange) throws IOException {
        String method = exchange.getRequestMethod();
        String path = exchange.getRequestURI().getPath();
        String origin = exchange.getRequestHeaders().getFirst("Origin");
        if (origin != null && !(path.equals(EVENTS) && isOfMember(origin))) {
            send(exchange, Answer.plain(FORBIDDEN, "not for pages of " + origin));
            return;
        }
        HttpAccess.Kind kind = kind(path);
        String right = kind == HttpAccess.Kind.COMMAND ? "POST" : "GET";
        if (!method.equals(right)) {
            send(exchange, Answer.plain(WRONG_METHOD, "use " + right));
            return;
        }
        HttpAccess.Decision decision = access.decide(kind, exchange);
        if (!decision.isAllowed()) {
            if (decision.status() == UNAUTHORIZED) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"godwit\"");
            }
            send(exchange, Answer.plain(decision.status(), decision.text()));
        } else if (path.equals(EVENTS)) {
            follow(exchange, origin);
        } else if (path.equals(BACKUP)) {
            member.log("POST " + BACKUP + " by " + decision.text());
            backup(exchange);
        } else if (kind == HttpAccess.Kind.COMMAND) {
            Answer answer = command(path);
            // A decoded path may have line breaks.
            member.log("POST " + exchange.getRequestURI().getRawPath() + " by " + decision.text() + ": "
                    + answer.status());
            send(exchange, answer);
        } else {
            send(exchange, answer(path));
        }
    }

    private static HttpAccess.Kind kind(String path) {
        if (path.equals(LEAVE)
                || path.equals(BACKUP)
                || path.startsWith(STATE)
                || path.startsWith(VERSION)
                || path.startsWith(DECLARE_LOST)
                || path.startsWith(DISK_DELAY)
                || path.startsWith(DISK_RESERVE)) {
            return HttpAccess.Kind.COMMAND;
        }
        return path.equals(HEALTH) || path.equals(READY) ? HttpAccess.Kind.PROBE : HttpAccess.Kind.READ;
    }

    /** Does a page come from the address of a member, whatever the port? Otherwise it may be any page of the Internet. */
    private boolean isOfMember(String origin) {
        String host;
        try {
            host = new URI(origin).getHost();
        } catch (URISyntaxException e) {
            return false;
        }
        return member.config().host().equals(host)
                || member.known().stream().anyMatch(peer -> peer.host().equals(host));
    }

    private void follow(HttpExchange exchange, String origin) throws IOException {
        if (origin != null) {
            exchange.getResponseHeaders().set("Access-Control-Allow-Origin", origin);
        }
        String query = exchange.getRequestURI().getQuery();
        if (query != null && !query.equals(WITHOUT_TABLE)) {
            send(exchange, Answer.plain(WRONG_REQUEST, "the only option is ?" + WITHOUT_TABLE));
        } else if (!streams.begin(exchange, query == null)) {
            send(exchange, Answer.plain(UNAVAILABLE, EventStreams.MAX_VIEWERS + " others follow events already"));
        }
    }

    private void backup(HttpExchange exchange) throws IOException {
        String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII).strip();
        Optional<BackupRequest> request = BackupRequest.parse(text);
        Optional<Identity> identity = member.identity();
        Optional<QuorumState> state = member.state();
        if (request.isEmpty()) {
            send(exchange, Answer.plain(WRONG_REQUEST, "not numbers of partitions"));
        } else if (identity.isEmpty() || state.isEmpty()) {
            send(exchange, Answer.plain(UNAVAILABLE, "this process does not belong to a cluster yet"));
        } else {
            try (exchange) {
                exchange.getResponseHeaders().set("Content-Type", "application/octet-stream");
                exchange.sendResponseHeaders(OK, 0);
                OutputStream out = exchange.getResponseBody();
                BackupWriter.write(identity.get(), state.get(), request.get(), out);
                out.close();
            }
        }
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        try (exchange) {
            byte[] body = answer.text().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", answer.type());
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private Answer command(String path) {
        if (path.startsWith(DISK_DELAY)) {
            return slowDown(path.substring(DISK_DELAY.length()));
        } else if (path.startsWith(DISK_RESERVE)) {
            return reserve(path.substring(DISK_RESERVE.length()));
        } else if (path.startsWith(STATE)) {
            return changeState(path.substring(STATE.length()));
        } else if (path.startsWith(VERSION)) {
            return raiseVersion(path.substring(VERSION.length()));
        } else if (path.startsWith(DECLARE_LOST)) {
            return declareLost(path.substring(DECLARE_LOST.length()));
        }
        member.leave();
        return Answer.plain(ACCEPTED, "leaving");
    }

    private Answer answer(String path) throws IOException {
        return switch (path) {
            case "/" -> new Answer(OK, "text/html; charset=utf-8", PAGE);
            case HEALTH -> Answer.plain(OK, "ok");
            case READY -> MemberStatus.of(member).ready()
                    ? Answer.plain(OK, "ready")
                    : Answer.plain(UNAVAILABLE, "no master is heard");
            case "/status" -> new Answer(
                    OK,
                    "application/json",
                    JSON.writerWithDefaultPrettyPrinter().writeValueAsString(MemberStatus.of(member)) + "\n");
            case "/state" -> new Answer(
                    OK, "application/json", JSON.writeValueAsString(StateReadings.of(member)) + "\n");
            case "/version" -> new Answer(
                    OK, "application/json", JSON.writeValueAsString(VersionReadings.of(member)) + "\n");
            case "/partitions" -> new Answer(
                    OK, "application/json", JSON.writeValueAsString(Partitions.of(member)) + "\n");
            case "/copies" -> new Answer(OK, "application/json", JSON.writeValueAsString(OwnCopies.of(member)) + "\n");
            case "/transfers" -> new Answer(OK, "application/json", JSON.writeValueAsString(member.transfers()) + "\n");
            case "/metrics" -> new Answer(OK, Metrics.CONTENT_TYPE, metrics.text());
            default -> Answer.plain(
                    NOT_FOUND,
                    "there are /, /events, /status, /state, /version, /partitions, /copies, /transfers, /metrics, /health, /ready, /leave, /backup, /state/NAME, /version/NUMBER, /declare-lost/PARTITION/MEMBER, /disk-delay/MILLIS and /disk-reserve/MIB");
        };
    }

    private Answer changeState(String name) {
        Optional<ClusterState> state = Arrays.stream(ClusterState.values())
                .filter(it -> it.name().equals(name))
                .findFirst();
        if (state.isEmpty()) {
            return Answer.plain(WRONG_REQUEST, "no state of a cluster: " + name + "; there are " + STATES);
        } else if (!MemberStatus.of(member).ready()) {
            return Answer.plain(UNAVAILABLE, "no master is heard");
        }
        int version = VersionReadings.of(member).version();
        if (!ClusterStates.isKnown(state.get(), version)) {
            return Answer.plain(
                    CONFLICT,
                    "cluster version " + version + " has no " + name + "; raise it first: ./godwit cluster version "
                            + ClusterVersion.RAISED + ", or POST /version/" + ClusterVersion.RAISED);
        }
        member.changeState(state.get());
        return Answer.plain(ACCEPTED, "asked for " + name);
    }

    private Answer raiseVersion(String text) {
        int version = natural(text);
        VersionReading reading = VersionReadings.of(member);
        if (version < ClusterVersion.FIRST || version > ClusterVersion.NEWEST) {
            return Answer.plain(
                    WRONG_REQUEST,
                    "no cluster version that this member knows: " + text + "; there are " + Versions.ALL);
        } else if (!MemberStatus.of(member).ready()) {
            return Answer.plain(UNAVAILABLE, "no master is heard");
        } else if (version < reading.version()) {
            return Answer.plain(
                    WRONG_REQUEST, "the cluster version is " + reading.version() + ", and does not go down");
        }
        member.raiseVersion(version);
        return Answer.plain(ACCEPTED, "asked for " + version);
    }

    private Answer declareLost(String text) {
        String[] numbers = text.split("/", -1);
        int partition = numbers.length == 2 ? natural(numbers[0]) : -1;
        int successor = numbers.length == 2 ? natural(numbers[1]) : -1;
        if (partition < 0 || successor < 1) {
            return Answer.plain(
                    WRONG_REQUEST, "not the number of a partition and of a member, PARTITION/MEMBER: " + text);
        }
        LostPartition lost = new LostPartition(member, partition, successor);
        return lost.refusal().map(why -> Answer.plain(CONFLICT, why)).orElseGet(() -> lost.declare()
                .map(done -> Answer.plain(OK, done))
                .orElseGet(() ->
                        Answer.plain(UNAVAILABLE, "partition " + partition + ": not decided yet; perhaps it will be")));
    }

    private Answer slowDown(String millis) {
        int delay = natural(millis);
        if (delay < 0) {
            return Answer.plain(WRONG_REQUEST, "not a number of milliseconds: " + millis);
        }
        member.slowDisk(delay);
        return Answer.plain(OK, "each write to the disk takes " + delay + " ms longer");
    }

    private Answer reserve(String mebibytes) {
        int reserve = natural(mebibytes);
        if (reserve < 0) {
            return Answer.plain(WRONG_REQUEST, "not a number of MiB: " + mebibytes);
        }
        member.diskReserve(reserve);
        return Answer.plain(OK, reserve + " MiB are to stay free on the disk");
    }

    /** A number of 0 or more; -1 for anything else. */
    private static int natural(String text) {
        try {
            return Math.max(-1, Integer.parseInt(text));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    @Override
    public void close() {
        streams.close();
        server.stop(0);
        threads.shutdownNow();
    }
}
