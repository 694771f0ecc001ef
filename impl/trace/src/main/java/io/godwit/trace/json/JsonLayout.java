package io.godwit.trace.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Iterator;
import java.util.Map;

/** Prints JSON so that people and line diffs can read it: what fits on a line stands on one. */
final class JsonLayout {
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
