package io.godwit.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.godwit.trace.Lenses;
import io.godwit.trace.TlaValue;
import io.godwit.trace.Trace.RawState;
import io.godwit.trace.TraceBuilder;
import io.godwit.trace.TraceJson;
import io.godwit.trace.TraceMeta;
import io.godwit.trace.ValueParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The last states before an event that is not a step of the specification, as a trace for the viewer. */
final class MismatchTrace {
    private MismatchTrace() {}

    /** Writes the trace of a failure; returns its path. */
    static Path write(JsonNode failure, Path directory, Lenses lenses) throws IOException {
        String module = failure.get("plane").asText().equals("data plane") ? "DataPlane" : "ControlPlane";
        List<RawState> states = new ArrayList<>();
        for (JsonNode state : failure.get("states")) {
            Map<String, TlaValue> variables = new LinkedHashMap<>();
            state.fields().forEachRemaining(it -> {
                if (!it.getKey().isEmpty()) {
                    variables.put(it.getKey(), ValueParser.value(it.getValue().asText()));
                }
            });
            String step = state.get("").asText();
            String action = step.contains("(") ? step.substring(0, step.indexOf('(')) : step;
            states.add(new RawState(states.size() + 1, states.isEmpty() ? RawState.INIT : action, null, variables));
        }
        String name = module + "-" + failure.get("partition");
        StringBuilder why = new StringBuilder("after these states: ")
                .append(failure.get("event").asText())
                .append(" is not a step of the specification");
        for (JsonNode candidate : failure.get("candidates")) {
            why.append("; ").append(candidate.get("step").asText());
            boolean enabled = candidate.get("enabled").asBoolean();
            for (JsonNode reason : candidate.get("reasons")) {
                why.append(enabled ? "; differs: " : "; false: ").append(reason.asText());
            }
        }
        Files.createDirectories(directory);
        Path file = directory.resolve(name + ".trace.json");
        TraceJson.write(
                TraceBuilder.build(
                        TraceMeta.named("run, partition " + failure.get("partition"))
                                .module(module)
                                .protocol("quorum")
                                .property("BehaviourOfTheSpecification")
                                .meaning("every event of the run is a step of the specification")
                                .faults("a real run")
                                .says(why.toString())
                                .source("event logs")
                                .tool("TLC", "")
                                .build(),
                        states,
                        lenses.of(module)),
                file);
        return file;
    }
}
