package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.tracecheck.ControlPlaneCheck.Decision;
import io.godwit.tracecheck.log.CausalPast;
import io.godwit.tracecheck.log.LogException;
import io.godwit.tracecheck.log.LoggedEvent;
import io.godwit.tracecheck.log.LoggedRun;
import io.godwit.tracecheck.log.MergedEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tlc2.value.impl.Value;

/**
 * Main class of TLC's process: checks one plane of a run for some partitions. What it finds goes into a file; a process has one
 * specification.
 */
public final class Worker {
    /** A line of the output that begins with this says how many events were taken. */
    static final String PROGRESS = "godwit-events ";

    private static final long PROGRESS_NANOS = 500_000_000L;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SpecTool tool;
    private final LoggedRun run;
    private final CausalPast past = new CausalPast();
    private final Job job;
    private final ObjectNode result = JSON.createObjectNode();

    /**
     * What to check.
     *
     * @param logs the directory with the logs
     * @param module the root module
     * @param cfg its configuration, without {@code .cfg}
     * @param partitions which partitions
     * @param decisions the file with what the control plane has decided
     * @param result the file for what it finds
     */
    public record Job(
            String logs, String module, String cfg, List<Integer> partitions, String decisions, String result) {}

    private Worker(Job job) throws LogException, IOException {
        this.job = job;
        this.run = LoggedRun.open(Path.of(job.logs()));
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
        worker.work();
        JSON.writeValue(Path.of(job.result()).toFile(), worker.result);
    }

    private void work() throws LogException, IOException {
        boolean control = job.module().equals("TraceControlPlane");
        List<PartitionCheck> checks = new ArrayList<>();
        JsonNode decided =
                control ? null : JSON.readTree(Path.of(job.decisions()).toFile());
        for (int p : job.partitions()) {
            checks.add(control ? new ControlCheck(p) : new DataCheck(p, decided.path(Integer.toString(p))));
        }
        events(checks);
        ArrayNode failures = result.putArray("failures");
        ObjectNode decisions = result.putObject("decisions");
        long steps = 0;
        for (PartitionCheck check : checks) {
            if (check.failure != null) {
                failures.add(check.failure);
            } else if (check instanceof ControlCheck plane) {
                decisions.set(Integer.toString(plane.check.partition), written(plane.check.decisions()));
            }
            steps += check.plane().steps();
        }
        result.put("module", control ? "ControlPlane" : "DataPlane");
        result.put("steps", steps);
        ObjectNode taken = result.putObject("taken");
        tool.taken().forEach(taken::put);
    }

    /** All partitions take an event before the next one is read. */
    private void events(List<PartitionCheck> checks) throws LogException, IOException {
        long said = System.nanoTime();
        try (MergedEvents events = run.events()) {
            long index = 0;
            for (LoggedEvent event = events.next(); event != null; event = events.next()) {
                past.add(event);
                for (PartitionCheck check : checks) {
                    if (check.failure == null) {
                        check.take(index, event);
                    }
                }
                index++;
                if (System.nanoTime() - said > PROGRESS_NANOS) {
                    said = System.nanoTime();
                    System.out.println(PROGRESS + index);
                }
            }
        }
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
    }

    private final class DataCheck extends PartitionCheck {
        private final DataPlaneCheck check;
        private final JsonNode decisions;
        private int next;

        DataCheck(int partition, JsonNode decisions) {
            this.check = new DataPlaneCheck(tool, run, past, partition);
            this.decisions = decisions;
        }

        @Override
        Plane plane() {
            return check;
        }

        @Override
        void event(long index, LoggedEvent event) throws MismatchException {
            while (next < decisions.size() && decisions.get(next).get(0).asLong() == index) {
                check.decided(event, read(decisions.get(next++)));
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
