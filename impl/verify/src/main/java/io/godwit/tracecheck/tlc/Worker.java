package io.godwit.tracecheck.tlc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.tracecheck.log.Event;
import io.godwit.tracecheck.log.Heard;
import io.godwit.tracecheck.log.LogException;
import io.godwit.tracecheck.log.Run;
import io.godwit.tracecheck.tlc.ControlPlaneCheck.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tlc2.value.impl.Value;

/**
 * Main class of TLC's process: checks one plane of a run for some partitions. What it finds goes into a file; a process has one
 * specification.
 */
public final class Worker {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SpecTool tool;
    private final Run run;
    private final Heard proposals;
    private final JsonNode job;
    private final int writeCount;
    private final int readCount;
    private final ObjectNode result = JSON.createObjectNode();

    private Worker(JsonNode job) throws LogException, IOException {
        this.job = job;
        this.run = Run.read(Path.of(job.get("logs").asText()));
        this.proposals = new Heard(run, "ProposeMember");
        int[] counts = DataPlaneCheck.counts(run);
        this.writeCount = counts[0];
        this.readCount = counts[1];
        String cfg = job.get("cfg").asText();
        Path text = Path.of(cfg + ".cfg");
        Files.writeString(
                text, Files.readString(text).replace("WRITES", "" + writeCount).replace("READS", "" + readCount));
        this.tool = new SpecTool(job.get("module").asText(), cfg);
    }

    /**
     * Works a job off.
     *
     * @param args the job: a file with {@code logs, module, cfg, partitions, decisions, result}
     */
    public static void main(String[] args) throws Exception {
        JsonNode job = JSON.readTree(Path.of(args[0]).toFile());
        Worker worker = new Worker(job);
        worker.work();
        JSON.writeValue(Path.of(job.get("result").asText()).toFile(), worker.result);
    }

    private void work() throws IOException {
        boolean control = job.get("module").asText().equals("TraceControlPlane");
        ArrayNode failures = result.putArray("failures");
        ObjectNode decisions = result.putObject("decisions");
        long steps = 0;
        for (JsonNode partition : job.get("partitions")) {
            int p = partition.asInt();
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
                failures.add(failure(e.mismatch(), plane));
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
        for (Event event : run.events()) {
            check.event(index++, event);
        }
    }

    private void data(DataPlaneCheck check) throws MismatchException, IOException {
        JsonNode decisions = JSON.readTree(
                        Files.readAllBytes(Path.of(job.get("decisions").asText())))
                .path(Integer.toString(check.partition));
        int next = 0;
        int index = 0;
        for (Event event : run.events()) {
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

    private static ObjectNode failure(Mismatch mismatch, Plane plane) {
        ObjectNode node = JSON.createObjectNode();
        node.put("plane", mismatch.plane());
        node.put("partition", mismatch.partition());
        node.put("matched", mismatch.matched() == null ? "" : mismatch.matched().toString());
        node.put("event", mismatch.event().toString());
        node.put("line", mismatch.event().line().toString());
        node.put("member", mismatch.event().member());
        node.put("action", mismatch.event().action());
        ArrayNode candidates = node.putArray("candidates");
        mismatch.candidates().forEach(it -> candidates.add(candidate(it)));
        if (mismatch.nearest() != null) {
            node.set("nearest", candidate(mismatch.nearest()));
        }
        ArrayNode states = node.putArray("states");
        for (Map<String, String> state : plane.lastStates()) {
            ObjectNode one = states.addObject();
            state.forEach(one::put);
        }
        return node;
    }

    private static ObjectNode candidate(Mismatch.Candidate candidate) {
        ObjectNode node = JSON.createObjectNode();
        node.put("step", candidate.step());
        node.put("enabled", candidate.enabled());
        ArrayNode reasons = node.putArray("reasons");
        candidate.reasons().forEach(reasons::add);
        return node;
    }
}
