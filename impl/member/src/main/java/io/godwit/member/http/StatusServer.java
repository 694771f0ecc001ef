package io.godwit.member.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.godwit.member.Member;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Answers over HTTP: {@code /status}, {@code /partitions} and {@code /transfers} in JSON, {@code /metrics} for Prometheus, {@code /health} (200 while the process works) and
 * {@code /ready} (200 if the member hears a master, 503 otherwise); {@code POST /leave} begins a graceful leave,
 * {@code POST /disk-delay/MILLIS} and {@code POST /disk-reserve/MIB} change what the configuration says.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the end of the leaving is seen at the member
public final class StatusServer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final int WRONG_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final String DISK_DELAY = "/disk-delay/";
    private static final String DISK_RESERVE = "/disk-reserve/";
    private static final int WRONG_METHOD = 405;
    private static final int UNAVAILABLE = 503;

    private final Member member;
    private final Metrics metrics;
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
     */
    public StatusServer(Member member, String host, int port) throws IOException {
        this.member = member;
        this.metrics = new Metrics(member);
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(host), port), 0);
        } catch (IOException e) {
            throw new IOException("cannot listen for HTTP at " + host + ":" + port + ": " + e.getMessage(), e);
        }
        this.threads = Executors.newFixedThreadPool(2, task -> {
            Thread thread = new Thread(task, "godwit-http");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** Where it listens. */
    public int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer =
                    answer(exchange.getRequestMethod(), exchange.getRequestURI().getPath());
            byte[] body = answer.text().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", answer.type());
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private Answer answer(String method, String path) throws IOException {
        boolean changes = path.equals("/leave") || path.startsWith(DISK_DELAY) || path.startsWith(DISK_RESERVE);
        if (!method.equals(changes ? "POST" : "GET")) {
            return Answer.plain(WRONG_METHOD, "use " + (changes ? "POST" : "GET"));
        }
        if (path.startsWith(DISK_DELAY)) {
            return slowDown(path.substring(DISK_DELAY.length()));
        } else if (path.startsWith(DISK_RESERVE)) {
            return reserve(path.substring(DISK_RESERVE.length()));
        }
        return switch (path) {
            case "/health" -> Answer.plain(OK, "ok");
            case "/ready" -> MemberStatus.of(member).ready()
                    ? Answer.plain(OK, "ready")
                    : Answer.plain(UNAVAILABLE, "no master is heard");
            case "/status" -> new Answer(
                    OK,
                    "application/json",
                    JSON.writerWithDefaultPrettyPrinter().writeValueAsString(MemberStatus.of(member)) + "\n");
            case "/partitions" -> new Answer(
                    OK, "application/json", JSON.writeValueAsString(Partitions.of(member)) + "\n");
            case "/transfers" -> new Answer(OK, "application/json", JSON.writeValueAsString(member.transfers()) + "\n");
            case "/metrics" -> new Answer(OK, Metrics.CONTENT_TYPE, metrics.text());
            case "/leave" -> {
                member.leave();
                yield Answer.plain(ACCEPTED, "leaving");
            }
            default -> Answer.plain(
                    NOT_FOUND,
                    "there are /status, /partitions, /transfers, /metrics, /health, /ready, /leave, /disk-delay/MILLIS and /disk-reserve/MIB");
        };
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
        server.stop(0);
        threads.shutdownNow();
    }
}
