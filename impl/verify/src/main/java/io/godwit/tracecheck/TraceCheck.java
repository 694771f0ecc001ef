package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.modelcheck.run.ToolProcess;
import io.godwit.modelcheck.run.WorkDir;
import io.godwit.modelcheck.tlc.TlcProcess;
import io.godwit.tracecheck.log.LogException;
import io.godwit.tracecheck.log.LoggedEvent;
import io.godwit.tracecheck.log.LoggedRun;
import io.godwit.tracecheck.log.MemberEvents;
import io.godwit.tracecheck.log.MergedEvents;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Has TLC check that a run is a behaviour of the specification: first the control plane, then the data of each partition. */
public final class TraceCheck {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofHours(12);
    private static final int HEAP_MB = 512;

    /** After so many events that were read, progress is told. */
    private static final int PROGRESS_EVENTS = 1 << 12;

    /** A run without one of these has shown nothing of the protocol. */
    private static final Set<String> INTERESTING = Set.of("BecomeMaster", "CommitProposal", "Write", "HandleAppend");

    private final Path spec;
    private final int workers;

    /**
     * Checks.
     *
     * @param spec the directory with the specification
     * @param workers processes at the same time
     */
    public TraceCheck(Path spec, int workers) {
        this.spec = spec;
        this.workers = workers;
    }

    /**
     * Checks a run.
     *
     * @param logs the directory with the event logs
     * @param progress told, now and then and on other threads, how far the check is
     * @throws LogException if nothing can be said about it, because logs are broken, missing or too short
     * @throws IOException if TLC breaks off, or a file cannot be read or written
     */
    public TraceCheckResult check(Path logs, Consumer<Progress> progress)
            throws LogException, IOException, InterruptedException {
        long begin = System.nanoTime();
        LoggedRun run = LoggedRun.open(logs);
        MergedEvents read = read(logs, run, progress);
        Map<String, Long> taken = new TreeMap<>();
        List<JsonNode> failures = new ArrayList<>();
        long steps = 0;
        try (WorkDir work = new WorkDir()) {
            ObjectNode decisions = JSON.createObjectNode();
            List<JsonNode> results = new ArrayList<>(plane(
                    "TraceControlPlane",
                    logs,
                    run,
                    work.path(),
                    IntStream.range(0, run.partitions()).boxed().toList(),
                    read.count(),
                    progress));
            for (JsonNode result : results) {
                decisions.setAll((ObjectNode) result.get("decisions"));
                result.get("failures").forEach(failures::add);
            }
            if (failures.isEmpty()) {
                JSON.writeValue(work.path().resolve("decisions").toFile(), decisions);
                // A model has one number of copies, and a process one model.
                for (List<Integer> alike : run.alike()) {
                    List<JsonNode> data =
                            plane("TraceDataPlane", logs, run, work.path(), alike, read.count(), progress);
                    data.forEach(result -> result.get("failures").forEach(failures::add));
                    results.addAll(data);
                }
            }
            for (JsonNode result : results) {
                steps += result.get("steps").asLong();
                String module = result.get("module").asText();
                result.get("taken")
                        .fields()
                        .forEachRemaining(it -> taken.merge(
                                module + "!" + it.getKey(), it.getValue().asLong(), Long::sum));
            }
        }
        Map<String, Long> refusals = new TreeMap<>();
        long refusalLines = 0;
        for (MemberEvents member : read.members().values()) {
            member.refusals().forEach((name, count) -> refusals.merge(name, count, Long::sum));
            refusalLines += member.refusalLines();
        }
        return new TraceCheckResult(
                run.members().size(),
                read.count(),
                steps,
                run.partitions(),
                taken,
                refusals,
                refusalLines,
                failures,
                (System.nanoTime() - begin) / 1e9);
    }

    /** Reads all logs once, before TLC does. */
    private static MergedEvents read(Path logs, LoggedRun run, Consumer<Progress> progress)
            throws LogException, IOException {
        Set<String> missing = new TreeSet<>(INTERESTING);
        try (MergedEvents events = run.events()) {
            for (LoggedEvent event = events.next(); event != null; event = events.next()) {
                missing.remove(event.action());
                if (events.count() % PROGRESS_EVENTS == 0) {
                    progress.accept(new Progress("logs", events.count(), 0));
                }
            }
            for (Map.Entry<Integer, MemberEvents> it : events.members().entrySet()) {
                if (it.getValue().own() == 0) {
                    throw new LogException(run.firstLog(it.getKey()) + ": member " + it.getKey()
                            + " has logged no event: it took no part, or did not trace");
                }
            }
            if (!missing.isEmpty()) {
                throw new LogException(logs + ": these actions do not occur in " + events.count()
                        + " events, so that the run shows nothing: " + missing
                        + ". A run has to elect a master, decide something, and replicate writes");
            }
            return events;
        }
    }

    /** Checks partitions that want the same number of copies. */
    private List<JsonNode> plane(
            String module,
            Path logs,
            LoggedRun run,
            Path work,
            List<Integer> checked,
            long events,
            Consumer<Progress> progress)
            throws IOException, InterruptedException {
        int parts = Math.max(1, Math.min(workers, checked.size()));
        int copies = run.copies(checked.get(0));
        List<ToolProcess> processes = new ArrayList<>();
        List<Path> results = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            String name = module + copies + "-" + part;
            Files.writeString(work.resolve(name + ".cfg"), cfg(module, run, copies));
            Path result = work.resolve(name + ".result");
            List<Integer> own = new ArrayList<>();
            for (int i = part; i < checked.size(); i += parts) {
                own.add(checked.get(i));
            }
            Path file = work.resolve(name + ".job");
            Worker.Job job = new Worker.Job(
                    logs.toAbsolutePath().toString(),
                    module,
                    work.resolve(name).toString(),
                    own,
                    work.resolve("decisions").toString(),
                    result.toString());
            JSON.writeValue(file.toFile(), job);
            results.add(result);
            processes.add(tlc(Files.createDirectory(work.resolve(name + ".tmp")), file)
                    .start(spec.resolve("trace"), line -> {
                        if (line.startsWith(Worker.PROGRESS)) {
                            long done = Long.parseLong(line.substring(Worker.PROGRESS.length()));
                            progress.accept(new Progress(module, done, events));
                        }
                    }));
        }
        List<JsonNode> found = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            ToolProcess process = processes.get(part);
            if (process.await(PATIENCE).exit() != 0 || !Files.isRegularFile(results.get(part))) {
                throw new IOException("TLC broke off (" + module + "): " + process.lastLines());
            }
            found.add(JSON.readTree(results.get(part).toFile()));
        }
        return found;
    }

    private static String cfg(String module, LoggedRun run, int copies) throws IOException {
        String members = run.members().stream().map(m -> "\"m" + m + "\"").collect(Collectors.joining(", ", "{", "}"));
        try (InputStream text = TraceCheck.class.getResourceAsStream(module + ".cfg")) {
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

    /**
     * How far a check is.
     *
     * @param what the module that is evaluated; {@code logs} while they are read for the first time
     * @param done how many events were taken
     * @param all how many there are; 0 if that is not known yet
     */
    public record Progress(String what, long done, long all) {}

    /**
     * What came of a check.
     *
     * @param members how many members took part
     * @param events how many events their logs have
     * @param steps steps of the specification that TLC has evaluated
     * @param partitions how many partitions were checked
     * @param taken how often each action was taken, such as {@code DataPlane!Write}
     * @param refusals how often each action was refused because of which rule
     * @param refusalLines lines about a single refusal, which were passed over
     * @param failures what is no step of the specification, at most one for each partition and plane
     * @param seconds how long it took
     */
    public record TraceCheckResult(
            int members,
            long events,
            long steps,
            int partitions,
            Map<String, Long> taken,
            Map<String, Long> refusals,
            long refusalLines,
            List<JsonNode> failures,
            double seconds) {
        /** Is the run a behaviour of the specification? */
        public boolean passed() {
            return failures.isEmpty();
        }
    }
}
