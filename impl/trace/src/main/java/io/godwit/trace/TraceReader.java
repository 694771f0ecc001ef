package io.godwit.trace;

import com.fasterxml.jackson.databind.JsonNode;
import io.godwit.trace.Trace.Meta;
import io.godwit.trace.Trace.RawState;
import io.godwit.trace.Trace.SourceLocation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what cannot be worked out again (meta, actions, states), and works out the rest. */
final class TraceReader {
    private static final String REMEDY =
            " Regenerate the file with `./godwit check`, or see docs/verify/trace-format.md.";

    private final String file;

    TraceReader(String file) {
        this.file = file;
    }

    Trace read(JsonNode root, Lenses lenses) {
        if (!root.isObject() || !root.path("format").asText().equals(Trace.FORMAT)) {
            throw error("/format", "not a trace: \"format\" is not \"" + Trace.FORMAT + "\".");
        }
        if (root.path("version").asInt() != Trace.VERSION) {
            throw error(
                    "/version", "version " + root.path("version") + " is not supported, only " + Trace.VERSION + ".");
        }
        Meta meta = meta(need(root, "meta", ""));
        List<TlaValue> members = new ArrayList<>();
        for (JsonNode member : array(root, "members", "")) {
            members.add(value(member, "/members/" + members.size()));
        }
        List<String[]> variables = new ArrayList<>();
        for (JsonNode variable : array(root, "variables", "")) {
            String place = "/variables/" + variables.size();
            variables.add(new String[] {text(variable, "name", place), text(variable, "scope", place)});
        }
        List<RawState> states = new ArrayList<>();
        for (JsonNode step : array(root, "steps", "")) {
            states.add(state(step, "/steps/" + states.size(), members, variables));
        }
        if (states.isEmpty()) {
            throw error("/steps", "a trace has at least one step.");
        }
        if (meta.loopStart() > states.size()) {
            throw error("/meta/loopStart", "there is no step " + meta.loopStart() + ".");
        }
        return TraceBuilder.build(meta, states, lenses.of(meta.module()));
    }

    private Meta meta(JsonNode node) {
        JsonNode tool = need(node, "tool", "/meta");
        return new Meta(
                text(node, "name", "/meta"),
                text(node, "module", "/meta"),
                node.path("protocol").asText(""),
                text(node, "property", "/meta"),
                node.path("meaning").asText(""),
                node.path("faults").asText(""),
                node.path("says").asText(""),
                node.path("source").asText(""),
                text(tool, "name", "/meta/tool"),
                tool.path("version").asText(""),
                node.path("loopStart").asInt(0),
                node.path("stuttering").asBoolean(false));
    }

    private RawState state(JsonNode step, String place, List<TlaValue> members, List<String[]> variables) {
        JsonNode index = need(step, "index", place);
        JsonNode state = need(step, "state", place);
        JsonNode global = need(state, "global", place + "/state");
        JsonNode own = need(state, "members", place + "/state");
        Map<String, TlaValue> values = new LinkedHashMap<>();
        for (String[] variable : variables) {
            String name = variable[0];
            if (!variable[1].equals("member")) {
                String at = place + "/state/global";
                values.put(name, value(need(global, name, at), at + "/" + name));
                continue;
            }
            Map<TlaValue, TlaValue> function = new LinkedHashMap<>();
            for (TlaValue member : members) {
                String at = place + "/state/members";
                JsonNode mine = need(own, member.display(), at);
                String deeper = at + "/" + member.display();
                function.put(member, value(need(mine, name, deeper), deeper + "/" + name));
            }
            values.put(name, TlaValue.function(function));
        }
        return new RawState(index.asInt(), text(step, "action", place), where(step.path("where"), place), values);
    }

    private SourceLocation where(JsonNode node, String place) {
        if (node.isMissingNode()) {
            return null;
        }
        String at = place + "/where";
        int line = need(node, "line", at).asInt();
        return new SourceLocation(
                text(node, "module", at), line, node.path("endLine").asInt(line));
    }

    private TlaValue value(JsonNode node, String place) {
        try {
            return ValueJson.read(node, place);
        } catch (TraceException e) {
            throw new TraceException(file + ": " + e.getMessage() + "." + REMEDY, e);
        }
    }

    private JsonNode array(JsonNode node, String key, String place) {
        JsonNode array = need(node, key, place);
        if (!array.isArray()) {
            throw error(place + "/" + key, "an array was expected.");
        }
        return array;
    }

    private String text(JsonNode node, String key, String place) {
        JsonNode text = need(node, key, place);
        if (!text.isTextual()) {
            throw error(place + "/" + key, "text was expected, but this is " + text + ".");
        }
        return text.asText();
    }

    private JsonNode need(JsonNode node, String key, String place) {
        JsonNode found = node.get(key);
        if (found == null || found.isNull()) {
            throw error(place + "/" + key, "is missing.");
        }
        return found;
    }

    private TraceException error(String place, String what) {
        return new TraceException(file + ": " + place + ": " + what + REMEDY);
    }
}
