package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.modelcheck.run.ToolProcess;
import io.godwit.modelcheck.run.WorkDir;
import io.godwit.modelcheck.tlc.TlcProcess;
import io.godwit.tracecheck.log.LoggedEvent;
import io.godwit.tracecheck.log.LoggedRun;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The processes of TLC that check a run. They are given its events in parts: first those of the control plane, which answer with what was
 * decided, then those of the data plane. Each process checks some partitions.
 */
final class PlaneProcesses implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofHours(12);
    private static final int HEAP_MB = 512;

    /** Events of a part. */
    private static final int PART = 1 << 9;

    private final Path spec;
    private final int workers;
    private final LoggedRun run;
    private final WorkDir work = new WorkDir();
    private final List<PlaneProcess> control = new ArrayList<>();
    private final List<PlaneProcess> data = new ArrayList<>();
    private final StringBuilder part = new StringBuilder();
    private int size;
    private boolean failed;

    /**
     * Processes that are started with the first part.
     *
     * @param spec the directory with the specification
     * @param workers processes for each plane
     */
    PlaneProcesses(Path spec, int workers, LoggedRun run) throws IOException {
        this.spec = spec;
        this.workers = workers;
        this.run = run;
    }

    /** Takes the next event. */
    void take(LoggedEvent event) throws IOException, InterruptedException {
        part.append(event.text()).append('\n');
        size++;
        if (size == PART) {
            give();
        }
    }

    private void give() throws IOException, InterruptedException {
        if (control.isEmpty()) {
            start(
                    "TraceControlPlane",
                    IntStream.range(0, run.partitions()).boxed().toList(),
                    control);
            // A model has one number of copies, and a process one model.
            for (List<Integer> alike : run.alike()) {
                start("TraceDataPlane", alike, data);
            }
        }
        String events = part.toString();
        part.setLength(0);
        size = 0;
        for (PlaneProcess process : control) {
            process.write(events + Worker.END_OF_PART + "\n");
        }
        ObjectNode decisions = JSON.createObjectNode();
        for (PlaneProcess process : control) {
            JsonNode answer = process.answer();
            decisions.setAll((ObjectNode) answer.get("decisions"));
            failed |= answer.get("failed").asBoolean();
        }
        // Without the decisions that failed, nothing could be said about the data.
        if (!failed) {
            for (PlaneProcess process : data) {
                process.write(Worker.DECISIONS + decisions + "\n" + events);
            }
        }
    }

    /** Ends the processes; returns what they have found, control plane first. */
    List<JsonNode> results() throws IOException, InterruptedException {
        give();
        List<JsonNode> found = new ArrayList<>();
        for (PlaneProcess process : control) {
            found.add(process.result());
        }
        if (!failed) {
            for (PlaneProcess process : data) {
                found.add(process.result());
            }
        }
        return found;
    }

    private void start(String module, List<Integer> checked, List<PlaneProcess> processes) throws IOException {
        int parts = Math.max(1, Math.min(workers, checked.size()));
        int copies = run.copies(checked.get(0));
        for (int i = 0; i < parts; i++) {
            String name = module + copies + "-" + i;
            Files.writeString(work.path().resolve(name + ".cfg"), cfg(module, copies));
            List<Integer> own = new ArrayList<>();
            for (int p = i; p < checked.size(); p += parts) {
                own.add(checked.get(p));
            }
            Path result = work.path().resolve(name + ".result");
            Path file = work.path().resolve(name + ".job");
            Worker.Job job = new Worker.Job(
                    run.headers(), module, work.path().resolve(name).toString(), own, result.toString());
            JSON.writeValue(file.toFile(), job);
            Path temporary = Files.createDirectory(work.path().resolve(name + ".tmp"));
            processes.add(new PlaneProcess(module, result, tlc(temporary, file), spec.resolve("trace")));
        }
    }

    private String cfg(String module, int copies) throws IOException {
        String members = run.members().stream().map(m -> "\"m" + m + "\"").collect(Collectors.joining(", ", "{", "}"));
        try (InputStream text = PlaneProcesses.class.getResourceAsStream(module + ".cfg")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("MEMBERS", members)
                    .replace("FIRST", "\"m" + run.members().iterator().next() + "\"")
                    .replace("COPIES", Integer.toString(copies));
        }
    }

    private TlcProcess tlc(Path temporary, Path job) {
        List<Path> library = Stream.of("trace", "quorum", "common")
                .map(it -> spec.resolve(it).toAbsolutePath())
                .toList();
        return new TlcProcess(TlcProcess.bundled(), HEAP_MB, library, temporary)
                .options("-Xss16m", "-XX:+UseSerialGC")
                .withJson()
                .main(Worker.class)
                .arguments(job.toString());
    }

    @Override
    public void close() throws IOException {
        try {
            for (PlaneProcess process : control) {
                process.process.await(Duration.ZERO);
            }
            for (PlaneProcess process : data) {
                process.process.await(Duration.ZERO);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        work.close();
    }

    /** A process, which checks some partitions in one plane. */
    private static final class PlaneProcess {
        private final String module;
        private final Path result;
        private final ToolProcess process;
        private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

        PlaneProcess(String module, Path result, TlcProcess tlc, Path directory) throws IOException {
            this.module = module;
            this.result = result;
            this.process = tlc.start(directory, line -> {
                if (line.startsWith(Worker.ANSWER)) {
                    answers.add(line.substring(Worker.ANSWER.length()));
                }
            });
        }

        void write(String text) throws IOException, InterruptedException {
            try {
                OutputStream input = process.input();
                input.write(text.getBytes(StandardCharsets.UTF_8));
                input.flush();
            } catch (IOException e) {
                throw broken();
            }
        }

        JsonNode answer() throws IOException, InterruptedException {
            while (true) {
                boolean ended = !process.isAlive();
                String answer = answers.poll(1, TimeUnit.SECONDS);
                if (answer != null) {
                    return JSON.readTree(answer);
                } else if (ended) {
                    throw broken();
                }
            }
        }

        JsonNode result() throws IOException, InterruptedException {
            if (process.await(PATIENCE).exit() != 0 || !Files.isRegularFile(result)) {
                throw broken();
            }
            return JSON.readTree(result.toFile());
        }

        private IOException broken() throws InterruptedException {
            process.await(Duration.ZERO);
            return new IOException("TLC broke off (" + module + "): " + process.lastLines());
        }
    }
}
