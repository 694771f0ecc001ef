package io.godwit.trace.itf;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.trace.RawState;
import io.godwit.trace.TraceException;
import io.godwit.trace.value.TlaValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
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
                variables.put(name.asText(), value(value, place));
            }
            String action = states.isEmpty() ? RawState.INIT : RawState.UNNAMED;
            states.add(new RawState(states.size() + 1, action, null, variables));
        }
        OptionalInt loop =
                root.hasNonNull("loop") ? OptionalInt.of(root.get("loop").asInt() + 1) : OptionalInt.empty();
        return new ItfTrace(List.copyOf(states), loop);
    }

    private static TlaValue value(JsonNode node, String place) {
        if (node.isTextual()) {
            return modelOrString(node.asText());
        } else if (node.isBoolean()) {
            return TlaValue.of(node.asBoolean());
        } else if (node.isIntegralNumber()) {
            return new TlaValue.Int(node.bigIntegerValue());
        } else if (node.isArray()) {
            return new TlaValue.Tuple(values(node, place));
        } else if (node.isObject()) {
            return object(node, place);
        }
        throw new TraceException(place + ": no value of ITF: " + node);
    }

    /** Apalache writes values of an uninterpreted type as text with the type behind the last {@code _OF_}. */
    private static TlaValue modelOrString(String text) {
        int type = text.lastIndexOf("_OF_");
        return type > 0 ? new TlaValue.Model(text.substring(0, type)) : new TlaValue.Str(text);
    }

    private static TlaValue object(JsonNode node, String place) {
        if (node.has("#bigint")) {
            try {
                return new TlaValue.Int(new BigInteger(node.get("#bigint").asText()));
            } catch (NumberFormatException e) {
                throw new TraceException(place + ": #bigint is no number: " + node, e);
            }
        } else if (node.has("#tup")) {
            return new TlaValue.Tuple(values(node.get("#tup"), place));
        } else if (node.has("#set")) {
            return new TlaValue.SetOf(values(node.get("#set"), place));
        } else if (node.has("#map")) {
            return map(node.get("#map"), place);
        } else if (node.has("#unserializable")) {
            return new TlaValue.Opaque(node.get("#unserializable").asText());
        }
        Map<String, TlaValue> fields = new LinkedHashMap<>();
        for (Iterator<Map.Entry<String, JsonNode>> it = node.fields(); it.hasNext(); ) {
            Map.Entry<String, JsonNode> field = it.next();
            if (field.getKey().startsWith("#")) {
                if (field.getKey().equals("#meta")) {
                    continue;
                }
                throw new TraceException(place + ": ITF has no " + field.getKey() + " that is known here");
            }
            fields.put(field.getKey(), value(field.getValue(), place + "/" + field.getKey()));
        }
        return fields.isEmpty() ? TlaValue.tuple() : new TlaValue.Rec(fields);
    }

    private static TlaValue map(JsonNode pairs, String place) {
        Map<TlaValue, TlaValue> function = new LinkedHashMap<>();
        for (JsonNode pair : pairs) {
            JsonNode both = pair.has("#tup") ? pair.get("#tup") : pair;
            if (!both.isArray() || both.size() != 2) {
                throw new TraceException(place + ": #map holds pairs, but this is " + pair);
            }
            function.put(value(both.get(0), place), value(both.get(1), place));
        }
        return TlaValue.function(function);
    }

    private static List<TlaValue> values(JsonNode array, String place) {
        List<TlaValue> values = new ArrayList<>();
        for (JsonNode element : array) {
            values.add(value(element, place + "/" + values.size()));
        }
        return values;
    }
}
