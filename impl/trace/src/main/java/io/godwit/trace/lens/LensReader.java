package io.godwit.trace.lens;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.trace.Trace;
import io.godwit.trace.TraceException;
import io.godwit.trace.lens.Lens.ActionLens;
import io.godwit.trace.lens.Lens.CellLens;
import io.godwit.trace.lens.Lens.FactLens;
import io.godwit.trace.lens.Lens.MarkLens;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one lens file. Unknown keys, wrong types and broken expressions are errors that name the place. */
final class LensReader {
    private static final Set<String> MODULE_KEYS = Set.of(
            "extends",
            "protocol",
            "members",
            "partitions",
            "nobody",
            "nobodyName",
            "broadcast",
            "messages",
            "messageText",
            "ghosts",
            "quiet",
            "globals",
            "cell",
            "stamp",
            "content",
            "marks",
            "facts",
            "actions",
            "properties");
    private static final Set<String> TONES = Set.of("down", "lead", "warn", "good", "info");

    private final String file;

    LensReader(String file) {
        this.file = file;
    }

    void read(JsonNode root, Map<String, Lens> into) {
        keys(root, "", Set.of("format", "version", "modules"));
        if (!root.path("format").asText().equals("godwit-lens")
                || root.path("version").asInt() != 1) {
            throw error("", "expected \"format\": \"godwit-lens\", \"version\": 1");
        }
        JsonNode modules = root.path("modules");
        for (Map.Entry<String, JsonNode> entry : modules.properties()) {
            String place = "/modules/" + entry.getKey();
            into.put(entry.getKey(), module(resolve(modules, entry.getValue(), place, 0), place));
        }
    }

    /** A module may extend another of the same file; what it says itself wins, key by key. */
    private JsonNode resolve(JsonNode modules, JsonNode module, String place, int depth) {
        keys(module, place, MODULE_KEYS);
        if (!module.has("extends")) {
            return module;
        }
        String base = module.get("extends").asText();
        if (!modules.has(base) || depth > modules.size()) {
            throw error(place + "/extends", "no module " + base + " in this file that could be extended");
        }
        ObjectNode merged =
                ((ObjectNode) resolve(modules, modules.get(base), "/modules/" + base, depth + 1)).deepCopy();
        for (Map.Entry<String, JsonNode> entry : module.properties()) {
            JsonNode old = merged.get(entry.getKey());
            if (old instanceof ObjectNode both
                    && entry.getValue().isObject()
                    && !entry.getKey().equals("cell")) {
                entry.getValue().properties().forEach(e -> both.set(e.getKey(), e.getValue()));
            } else {
                merged.set(entry.getKey(), entry.getValue());
            }
        }
        merged.remove("extends");
        return merged;
    }

    private Lens module(JsonNode node, String place) {
        return new Lens(
                node.path("protocol").asText(""),
                expr(node, "members", place),
                expr(node, "partitions", place),
                expr(node, "nobody", place),
                node.path("nobodyName").asText(""),
                node.path("broadcast").asBoolean(false),
                node.has("messages") ? texts(node.get("messages"), place + "/messages") : List.of("msgs"),
                map(node.path("messageText"), place + "/messageText", this::template),
                texts(node.path("ghosts"), place + "/ghosts"),
                texts(node.path("quiet"), place + "/quiet"),
                texts(node.path("globals"), place + "/globals"),
                node.has("cell") ? Optional.of(cell(node.get("cell"), place + "/cell")) : Optional.empty(),
                expr(node, "stamp", place),
                expr(node, "content", place),
                list(node.path("marks"), place + "/marks", this::mark),
                list(node.path("facts"), place + "/facts", this::fact),
                map(node.path("actions"), place + "/actions", this::action),
                map(node.path("properties"), place + "/properties", this::text));
    }

    private CellLens cell(JsonNode node, String place) {
        keys(node, place, Set.of("version", "replicas", "roles", "data", "marks"));
        return new CellLens(
                optional(node, "version", place, this::template),
                expr(node, "replicas", place),
                list(node.path("roles"), place + "/roles", this::mark),
                optional(node, "data", place, this::template),
                list(node.path("marks"), place + "/marks", this::mark));
    }

    private MarkLens mark(JsonNode node, String place) {
        keys(node, place, Set.of("label", "tone", "when"));
        String tone = node.path("tone").asText("info");
        if (!TONES.contains(tone)) {
            throw error(
                    place + "/tone",
                    "a tone is one of " + TONES.stream().sorted().toList());
        }
        return new MarkLens(
                optional(node, "label", place, this::template)
                        .orElseThrow(() -> error(place, "a mark has a \"label\"")),
                tone,
                expr(node, "when", place));
    }

    private FactLens fact(JsonNode node, String place) {
        keys(node, place, Set.of("label", "text", "when"));
        return new FactLens(
                node.path("label").asText(""),
                optional(node, "text", place, this::template).orElseThrow(() -> error(place, "a fact has a \"text\"")),
                expr(node, "when", place));
    }

    private ActionLens action(JsonNode node, String place) {
        keys(node, place, Set.of("kind", "consumes", "collects", "note", "actor"));
        return new ActionLens(
                optional(node, "kind", place, this::kind),
                optional(node, "consumes", place, this::text),
                expr(node, "collects", place),
                optional(node, "note", place, this::template),
                expr(node, "actor", place));
    }

    private Trace.Kind kind(JsonNode node, String place) {
        try {
            return Trace.Kind.valueOf(text(node, place).toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw error(place, "a kind is one of " + List.of(Trace.Kind.values()) + ", in small letters", e);
        }
    }

    private Optional<Expr> expr(JsonNode node, String key, String place) {
        return optional(node, key, place, (value, at) -> {
            String source = text(value, at);
            try {
                return Expr.parse(source);
            } catch (TraceException e) {
                throw error(at, e.getMessage(), e);
            }
        });
    }

    private Template template(JsonNode node, String place) {
        String source = text(node, place);
        try {
            return Template.parse(source);
        } catch (TraceException e) {
            throw error(place, e.getMessage(), e);
        }
    }

    private String text(JsonNode node, String place) {
        if (!node.isTextual()) {
            throw error(place, "text was expected, but this is " + node);
        }
        return node.asText();
    }

    private List<String> texts(JsonNode node, String place) {
        return list(node, place, this::text);
    }

    private interface Reader<T> {
        T read(JsonNode node, String place);
    }

    private static <T> Optional<T> optional(JsonNode node, String key, String place, Reader<T> reader) {
        return node.has(key) ? Optional.of(reader.read(node.get(key), place + "/" + key)) : Optional.empty();
    }

    private <T> List<T> list(JsonNode node, String place, Reader<T> reader) {
        if (node.isMissingNode()) {
            return List.of();
        } else if (!node.isArray()) {
            throw error(place, "a list was expected");
        }
        List<T> list = new ArrayList<>();
        for (JsonNode element : node) {
            list.add(reader.read(element, place + "/" + list.size()));
        }
        return List.copyOf(list);
    }

    private <T> Map<String, T> map(JsonNode node, String place, Reader<T> reader) {
        Map<String, T> map = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            map.put(entry.getKey(), reader.read(entry.getValue(), place + "/" + entry.getKey()));
        }
        return map;
    }

    private void keys(JsonNode node, String place, Set<String> known) {
        if (!node.isObject()) {
            throw error(place, "an object was expected");
        }
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            if (!known.contains(entry.getKey()) && !entry.getKey().equals("$comment")) {
                throw error(
                        place + "/" + entry.getKey(),
                        "unknown key; there are " + known.stream().sorted().toList());
            }
        }
    }

    private TraceException error(String place, String what) {
        return new TraceException(file + ": " + (place.isEmpty() ? "/" : place) + ": " + what);
    }

    private TraceException error(String place, String what, Exception cause) {
        return new TraceException(file + ": " + place + ": " + what, cause);
    }
}
