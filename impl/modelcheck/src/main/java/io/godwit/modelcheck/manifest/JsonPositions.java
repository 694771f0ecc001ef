package io.godwit.modelcheck.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** The line of every value of a JSON text, by JSON pointer. */
final class JsonPositions {
    private final Map<String, Integer> lines = new HashMap<>();

    JsonPositions(String text) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(text)) {
            walk(parser);
        }
    }

    /** The line of the value at {@code pointer}, or of the nearest value around it. */
    int line(String pointer) {
        String at = pointer;
        while (!lines.containsKey(at) && !at.isEmpty()) {
            at = at.substring(0, at.lastIndexOf('/'));
        }
        return lines.getOrDefault(at, 1);
    }

    private void walk(JsonParser parser) throws IOException {
        Deque<Frame> open = new ArrayDeque<>();
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (token == JsonToken.FIELD_NAME) {
                // The line of a member is the line of its key: that is where the reader looks.
                String pointer = open.element().pointer + "/" + escape(parser.currentName());
                open.element().member = pointer;
                lines.put(pointer, parser.currentTokenLocation().getLineNr());
                continue;
            }
            if (token.isStructEnd()) {
                open.pop();
                continue;
            }
            String pointer = open.isEmpty() ? "" : open.element().next();
            lines.putIfAbsent(pointer, parser.currentTokenLocation().getLineNr());
            if (token.isStructStart()) {
                open.push(new Frame(pointer, token == JsonToken.START_ARRAY));
            }
        }
    }

    private static String escape(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }

    private static final class Frame {
        final String pointer;
        final boolean array;
        int index;
        String member;

        Frame(String pointer, boolean array) {
            this.pointer = pointer;
            this.array = array;
        }

        String next() {
            return array ? pointer + "/" + index++ : member;
        }
    }
}
