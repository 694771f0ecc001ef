package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.tracecheck.ControlPlaneCheck.Decision;
import io.godwit.tracecheck.log.CausalPast;
import io.godwit.tracecheck.log.LoggedEvent;
import io.godwit.tracecheck.log.LoggedRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tlc2.value.impl.Value;

/**
 * Main class of TLC's process: checks one plane of a run for some partitions. Its input has the events. What it finds goes into a file; a
 * process has one specification.
 */
public final class Worker {
    /** A line of the input that is this: the control plane is to say what it has decided since the last one. */
    static final String END_OF_PART = "";

    /** A line of the input that begins with this has the decisions that come with the events that follow. */
    static final String DECISIONS = "=";

    /** A line of the output that begins with this has what was decided, and whether a partition has failed. */
    static final String ANSWER = "godwit-decided ";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final SpecTool tool;
    private final LoggedRun run;
    private final CausalPast past = new CausalPast();
    private final Job job;
    private final List<PartitionCheck> checks = new ArrayList<>();
    private long events;

    /**
     * What to check.
     *
     * @param headers the first line of each member's first log
     * @param module the root module
     * @param cfg its configuration, without {@code .cfg}
     * @param partitions which partitions
     * @param result the file for what it finds
     */
    public record Job(
            Map<Integer, JsonNode> headers, String module, String cfg, List<Integer> partitions, String result) {}

    private Worker(Job job) {
        this.job = job;
        this.run = LoggedRun.of(job.headers());
        this.tool = new SpecTool(job.module(), job.cfg());
    }

    /**
     * Works a job off.
     *
     * @param args the file with the {@link Job}
     */
    public static void main(String[] args) throws Exception {
        Job job = JSON.readValue(Path.of(args[0]).toFile(), Job.class);
        Worker worker = new Worker(job);
        worker.work(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        JSON.writeValue(Path.of(job.result()).toFile(), worker.result());
    }

    private void work(BufferedReader input) throws IOException {
        for (int p : job.partitions()) {
            checks.add(isControl() ? new ControlCheck(p) : new DataCheck(p));
        }
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (line.equals(END_OF_PART)) {
                System.out.println(ANSWER + decided());
            } else if (line.startsWith(DECISIONS)) {
                JsonNode decided = JSON.readTree(line.substring(DECISIONS.length()));
                checks.forEach(it -> ((DataCheck) it).decided(decided));
            } else {
                take(LoggedEvent.parse(line));
            }
        }
    }

    private boolean isControl() {
        return job.module().equals("TraceControlPlane");
    }

    /** All partitions take an event before the next one is read. */
    private void take(LoggedEvent event) {
        past.add(event);
        for (PartitionCheck check : checks) {
            if (check.failure == null) {
                check.take(events, event);
            }
        }
        events++;
    }

    /** What was decided since this was asked last. */
    private ObjectNode decided() {
        ObjectNode answer = JSON.createObjectNode();
        ObjectNode decisions = answer.putObject("decisions");
        for (PartitionCheck check : checks) {
            ArrayNode decided = ((ControlCheck) check).decided();
            if (!decided.isEmpty()) {
                decisions.set(Integer.toString(check.plane().partition), decided);
            }
        }
        return answer.put("failed", checks.stream().anyMatch(it -> it.failure != null));
    }

    private ObjectNode result() {
        ObjectNode result = JSON.createObjectNode();
        ArrayNode failures = result.putArray("failures");
        checks.stream().map(it -> it.failure).filter(Objects::nonNull).forEach(failures::add);
        result.put("module", isControl() ? "ControlPlane" : "DataPlane");
        result.put("steps", checks.stream().mapToLong(it -> it.plane().steps()).sum());
        ObjectNode taken = result.putObject("taken");
        tool.taken().forEach(taken::put);
        return result;
    }

    /** The check of a partition, up to the first event that is no step. */
    private abstract static class PartitionCheck {
        private JsonNode failure;

        abstract Plane plane();

        abstract void event(long index, LoggedEvent event) throws MismatchException;

        final void take(long index, LoggedEvent event) {
            try {
                event(index, event);
            } catch (MismatchException e) {
                failure = JSON.valueToTree(e.mismatch());
            }
        }
    }

    private final class ControlCheck extends PartitionCheck {
        private final ControlPlaneCheck check;
        private int told;

        ControlCheck(int partition) {
            check = new ControlPlaneCheck(tool, run, partition);
        }

        @Override
        Plane plane() {
            return check;
        }

        @Override
        void event(long index, LoggedEvent event) throws MismatchException {
            check.event(index, event);
        }

        /** What was decided since this was asked last. */
        ArrayNode decided() {
            List<Decision> all = check.decisions();
            ArrayNode decided = written(all.subList(told, all.size()));
            told = all.size();
            return decided;
        }
    }

    private final class DataCheck extends PartitionCheck {
        private final DataPlaneCheck check;
        private final Deque<JsonNode> decisions = new ArrayDeque<>();

        DataCheck(int partition) {
            this.check = new DataPlaneCheck(tool, run, past, partition);
        }

        /** Takes its partition's out of what was decided. */
        void decided(JsonNode decided) {
            decided.path(Integer.toString(check.partition)).forEach(decisions::add);
        }

        @Override
        Plane plane() {
            return check;
        }

        @Override
        void event(long index, LoggedEvent event) throws MismatchException {
            while (!decisions.isEmpty() && decisions.peek().get(0).asLong() == index) {
                check.decided(event, read(decisions.remove()));
            }
            check.event(event);
        }
    }

    private static ArrayNode written(List<Decision> decisions) {
        ArrayNode array = JSON.createArrayNode();
        for (Decision decision : decisions) {
            Value c = V.field(decision.entry(), "configuration");
            ArrayNode it = array.addArray();
            it.add(decision.index());
            it.add(V.number(V.field(decision.entry(), "term")));
            it.add(V.number(V.field(decision.entry(), "number")));
            ArrayNode replicas = it.addArray().add(number(V.field(c, "primary")));
            for (Value backup : V.elements(V.field(c, "backups"))) {
                replicas.add(number(backup));
            }
            ArrayNode inSync = it.addArray();
            for (Value member : V.elements(V.field(c, "inSync"))) {
                inSync.add(number(member));
            }
            it.add(number(V.field(V.field(c, "migration"), "source")));
            it.add(number(V.field(V.field(c, "migration"), "destination")));
        }
        return array;
    }

    private static int number(Value member) {
        return member.equals(V.NONE)
                ? 0
                : Integer.parseInt(member.toString().replace("\"", "").substring(1));
    }

    private static Value read(JsonNode it) {
        return V.record(
                "term", V.number(it.get(1).asInt()),
                "number", V.number(it.get(2).asInt()),
                "configuration", V.configuration(it, 3));
    }
}
