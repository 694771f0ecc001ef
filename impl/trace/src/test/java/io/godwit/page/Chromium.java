package io.godwit.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A page in a Chromium without a window, if this machine has one. */
public final class Chromium implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long PATIENCE = 120;
    private static final long LOOK_AGAIN = 50;

    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger last = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final String session;

    private Chromium(Process process, String address) throws Exception {
        this.process = process;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(address), new Answers())
                .get(PATIENCE, TimeUnit.SECONDS);
        String target = call("", "Target.createTarget", Map.of("url", "about:blank"))
                .path("targetId")
                .asText();
        this.session = call("", "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .path("sessionId")
                .asText();
    }

    /** Its program, if there is one. */
    public static Optional<Path> program() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(directory -> List.of("chromium", "chromium-browser", "google-chrome").stream()
                        .map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Starts it, with an empty page. */
    public static Chromium start(Path program, Path profile) throws Exception {
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--no-first-run",
                        "--hide-scrollbars",
                        "--disable-dev-shm-usage",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Path port = profile.resolve("DevToolsActivePort");
        while (process.isAlive()) {
            // It has two lines: the port, and the path for the whole browser.
            List<String> lines = Files.exists(port) ? Files.readAllLines(port) : List.of();
            if (lines.size() == 2) {
                return new Chromium(process, "ws://127.0.0.1:" + lines.get(0) + lines.get(1));
            }
            Thread.sleep(LOOK_AGAIN);
        }
        throw new IOException(program + " has ended with status " + process.waitFor());
    }

    private final class Answers implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean whole) {
            text.append(data);
            if (whole) {
                try {
                    JsonNode answer = JSON.readTree(text.toString());
                    CompletableFuture<JsonNode> asked =
                            waiting.remove(answer.path("id").asInt());
                    if (asked != null) {
                        asked.complete(answer);
                    }
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    private JsonNode call(String to, String method, Map<String, ?> parameters) throws Exception {
        int id = last.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        ObjectNode call = JSON.createObjectNode().put("id", id).put("method", method);
        if (!to.isEmpty()) {
            call.put("sessionId", to);
        }
        call.set("params", JSON.valueToTree(parameters));
        socket.sendText(call.toString(), true).get(PATIENCE, TimeUnit.SECONDS);
        JsonNode result = answer.get(PATIENCE, TimeUnit.SECONDS);
        if (result.has("error")) {
            throw new IOException(method + ": " + result.path("error"));
        }
        return result.path("result");
    }

    /** Sets the size of the page in pixels, and whether the user prefers dark pages. */
    public void look(int width, int height, boolean dark) throws Exception {
        call(
                session,
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        call(
                session,
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** Runs a script in each page that is opened from now on, before its own scripts. */
    public void beforeScripts(String script) throws Exception {
        call(session, "Page.enable", Map.of());
        call(session, "Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    }

    /** Opens an address. */
    public void open(String address) throws Exception {
        call(session, "Page.navigate", Map.of("url", address));
    }

    /** The value of an expression of JavaScript, as text. */
    public String value(String expression) throws Exception {
        JsonNode answer = call(session, "Runtime.evaluate", Map.of("expression", "String(" + expression + ")"));
        return answer.path("result").path("value").asText();
    }

    /** Waits until the value of an expression contains a text; the error says what it was instead, and all that the page shows. */
    public void await(String expression, String text) throws Exception {
        long start = System.nanoTime();
        String value = value(expression);
        while (!value.contains(text)) {
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(PATIENCE)) {
                throw new AssertionError(expression + " is without \"" + text + "\": " + value + "\nThe page: "
                        + value("document.body.innerText"));
            }
            Thread.sleep(LOOK_AGAIN);
            value = value(expression);
        }
    }

    /** A picture of the page. */
    public void picture(Path file) throws Exception {
        String data = call(session, "Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true))
                .path("data")
                .asText();
        Files.write(file, Base64.getDecoder().decode(data));
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }
}
