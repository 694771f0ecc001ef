package io.godwit.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.godwit.lab.Lab.LabException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The lab over HTTP, in JSON, for drivers in other languages: {@code docs/operate/lab.md}. Listens on the loopback only. */
public final class LabServer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int FAILED = 500;

    private final LabCalls calls;
    private final HttpServer server;
    private final ExecutorService thread;

    /**
     * Answers requests sequentially until it is closed.
     *
     * @param port 0 for any free port
     * @throws IOException if it cannot listen at the port
     */
    public LabServer(Lab lab, int port) throws IOException {
        this.calls = new LabCalls(lab);
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (java.net.BindException e) {
            throw new LabException("port " + port + " is taken: " + e.getMessage());
        }
        this.thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, "godwit-lab-http");
            made.setDaemon(true);
            return made;
        });
        server.setExecutor(thread);
        server.createContext("/", this::handle);
        server.start();
    }

    /** The port at which it listens. */
    public int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            int status = OK;
            Object answer;
            try {
                byte[] body = exchange.getRequestBody().readAllBytes();
                answer = calls.call(
                        exchange.getRequestMethod(),
                        exchange.getRequestURI().getPath(),
                        body.length == 0 ? JSON.createObjectNode() : JSON.readTree(body));
            } catch (LabCalls.NoSuchCallException e) {
                status = NOT_FOUND;
                answer = error(e);
            } catch (JsonProcessingException | IllegalArgumentException | LabException e) {
                status = BAD_REQUEST;
                answer = error(e);
            } catch (IOException | RuntimeException e) {
                status = FAILED;
                answer = error(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            byte[] text = (JSON.writerWithDefaultPrettyPrinter().writeValueAsString(answer) + "\n")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, text.length);
            exchange.getResponseBody().write(text);
        }
    }

    private static Map<String, String> error(Exception cause) {
        return Map.of("error", String.valueOf(cause.getMessage()));
    }

    @Override
    public void close() {
        server.stop(0);
        thread.shutdownNow();
    }
}
