package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.tracecheck.ControlPlaneCheck.Decision;
import io.godwit.tracecheck.log.LogException;
import io.godwit.tracecheck.log.LoggedEvent;
import io.godwit.tracecheck.log.LoggedRun;
import io.godwit.tracecheck.log.LoggedRun.CausalPast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tlc2.value.impl.Value;

/**
 * Main class of TLC's process: checks one plane of a run for some partitions. What it finds goes into a file; a process has one
 * specification.
 */
public final class Worker {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SpecTool tool;
    private final LoggedRun run;
    private final CausalPast proposals;
    private final Job job;
    private final int writeCount;
    private final int readCount;
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
        this.run = LoggedRun.read(Path.of(job.logs()));
        this.proposals = new CausalPast(run, "ProposeMember");
        int[] counts = DataPlaneCheck.counts(run);
        this.writeCount = counts[0];
        this.readCount = counts[1];
        String cfg = job.cfg();
        Path text = Path.of(cfg + ".cfg");
        Files.writeString(
                text, Files.readString(text).replace("WRITES", "" + writeCount).replace("READS", "" + readCount));
        this.tool = new SpecTool(job.module(), cfg);
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

    private void work() throws IOException {
        boolean control = job.module().equals("TraceControlPlane");
        ArrayNode failures = result.putArray("failures");
        ObjectNode decisions = result.putObject("decisions");
        long steps = 0;
        for (int p : job.partitions()) {
            Plane plane = control
                    ? new ControlPlaneCheck(tool, run, p)
                    : new DataPlaneCheck(tool, run, proposals, p, writeCount, readCount);
            try {
                if (plane instanceof ControlPlaneCheck check) {
                    control(check);
                    decisions.set(Integer.toString(p), written(check.decisions()));
                } else {
                    data((DataPlaneCheck) plane);
                }
            } catch (MismatchException e) {
                failures.add(JSON.<JsonNode>valueToTree(e.mismatch()));
            }
            steps += plane.steps();
        }
        result.put("module", control ? "ControlPlane" : "DataPlane");
        result.put("steps", steps);
        ObjectNode taken = result.putObject("taken");
        tool.taken().forEach(taken::put);
    }

    private void control(ControlPlaneCheck check) throws MismatchException {
        int index = 0;
        for (LoggedEvent event : run.events()) {
            check.event(index++, event);
        }
    }

    private void data(DataPlaneCheck check) throws MismatchException, IOException {
        JsonNode decisions =
                JSON.readTree(Files.readAllBytes(Path.of(job.decisions()))).path(Integer.toString(check.partition));
        int next = 0;
        int index = 0;
        for (LoggedEvent event : run.events()) {
            while (next < decisions.size() && decisions.get(next).get(0).asInt() == index) {
                check.decided(event, read(decisions.get(next++)));
            }
            check.event(event);
            index++;
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
