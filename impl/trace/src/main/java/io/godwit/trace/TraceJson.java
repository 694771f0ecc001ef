package io.godwit.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;

/**
 * Traces as JSON files.
 *
 * <p>What a lens and the states determine (messages, changes, matrix) is written for other readers, and computed again when
 * godwit reads the file: so the pages always follow the lens.
 */
public final class TraceJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private TraceJson() {}

    /** The text of the file. */
    public static String write(Trace trace) {
        return JsonLayout.print(new TraceWriter(trace).tree());
    }

    /** Writes the file, and the directory if it is missing. */
    public static void write(Trace trace, Path file) {
        try {
            if (file.toAbsolutePath().getParent() != null) {
                Files.createDirectories(file.toAbsolutePath().getParent());
            }
            Files.writeString(file, write(trace));
        } catch (IOException e) {
            throw new TraceException(file + ": cannot be written: " + e.getMessage(), e);
        }
    }

    /** The trace as a tree, for those who embed it. */
    public static JsonNode tree(Trace trace) {
        return new TraceWriter(trace).tree();
    }

    /** Reads a file. */
    public static Trace read(Path file, Lenses lenses) {
        try {
            return read(file.toString(), Files.readString(file), lenses);
        } catch (NoSuchFileException e) {
            throw new TraceException(file + ": no such file", e);
        } catch (IOException e) {
            throw new TraceException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** Reads a text; {@code file} is named in errors. */
    public static Trace read(String file, String json, Lenses lenses) {
        JsonNode root;
        try {
            root = MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new TraceException(
                    file + ":" + e.getLocation().getLineNr() + ": invalid JSON: " + e.getOriginalMessage()
                            + ". Regenerate the file with `./godwit check`.",
                    e);
        }
        return new TraceReader(file).read(root, lenses);
    }

    /** Prints JSON so that people and line diffs can read it: what fits on a line stands on one. */
    static final class JsonLayout {
        private static final int WIDTH = 200;

        private JsonLayout() {}

        static String print(JsonNode node) {
            StringBuilder out = new StringBuilder();
            print(node, 0, 0, out);
            return out.append('\n').toString();
        }

        private static void print(JsonNode node, int indent, int used, StringBuilder out) {
            String line = node.toString();
            if (!node.isContainerNode() || node.isEmpty() || indent + used + line.length() <= WIDTH) {
                out.append(line);
                return;
            }
            String inner = " ".repeat(indent + 1);
            out.append(node.isObject() ? "{" : "[");
            if (node.isObject()) {
                Iterator<Map.Entry<String, JsonNode>> fields = node.properties().iterator();
                while (fields.hasNext()) {
                    Map.Entry<String, JsonNode> field = fields.next();
                    String key = TextNode.valueOf(field.getKey()) + ":";
                    out.append('\n').append(inner).append(key);
                    print(field.getValue(), indent + 1, key.length(), out);
                    out.append(fields.hasNext() ? "," : "");
                }
            } else {
                for (int i = 0; i < node.size(); i++) {
                    out.append('\n').append(inner);
                    print(node.get(i), indent + 1, 0, out);
                    out.append(i + 1 < node.size() ? "," : "");
                }
            }
            out.append('\n').append(" ".repeat(indent)).append(node.isObject() ? "}" : "]");
        }
    }
}
