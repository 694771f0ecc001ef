package io.godwit.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.trace.Trace.RawState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A trace in Apalache's Informal Trace Format.
 *
 * <p>ITF does not name the actions, so all steps but the first are called {@link RawState#UNNAMED}.
 *
 * @param states the states, in order
 * @param loopStart the number (from 1) of the state that the last one goes back to
 */
public record ItfTrace(List<RawState> states, OptionalInt loopStart) {

    /** Reads a file's text. */
    public static ItfTrace parse(String json) {
        try {
            return read(new ObjectMapper().readTree(json));
        } catch (JsonProcessingException e) {
            throw new TraceException(
                    "The ITF trace is not valid JSON: " + e.getOriginalMessage() + " (line "
                            + e.getLocation().getLineNr() + "). Was the run of Apalache cut short?",
                    e);
        }
    }

    /** Reads a tree. */
    public static ItfTrace read(JsonNode root) {
        JsonNode vars = root.get("vars");
        JsonNode list = root.get("states");
        if (vars == null || list == null || !list.isArray()) {
            throw new TraceException(
                    "An ITF trace has \"vars\" and \"states\"; this JSON has not. Give the .itf.json that Apalache wrote.");
        }
        List<RawState> states = new ArrayList<>();
        for (JsonNode node : list) {
            Map<String, TlaValue> variables = new LinkedHashMap<>();
            for (JsonNode name : vars) {
                JsonNode value = node.get(name.asText());
                String place = "/states/" + states.size() + "/" + name.asText();
                if (value == null) {
                    throw new TraceException(place + " is missing in the ITF trace");
                }
                variables.put(name.asText(), ValueJson.readItf(value, place));
            }
            String action = states.isEmpty() ? RawState.INIT : RawState.UNNAMED;
            states.add(new RawState(states.size() + 1, action, null, variables));
        }
        OptionalInt loop =
                root.hasNonNull("loop") ? OptionalInt.of(root.get("loop").asInt() + 1) : OptionalInt.empty();
        return new ItfTrace(List.copyOf(states), loop);
    }
}
