package io.godwit.modelcheck.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Changes numbers in the {@code expect} objects of a manifest's text, and nothing else: key order, spacing and line breaks stay, so that the
 * difference that a reviewer sees is the difference in the numbers.
 */
public final class CountsEditor {
    private record Edit(int start, int end, String text) {}

    private final String text;
    private final Map<String, Map<String, Long>> wanted;
    private final List<Edit> edits = new ArrayList<>();

    private CountsEditor(String text, Map<String, Map<String, Long>> wanted) {
        this.text = text;
        this.wanted = wanted;
    }

    /**
     * The text with other numbers.
     *
     * @param text a valid manifest
     * @param wanted by name of the entry: keys of {@code expect} and their numbers; missing keys are added
     */
    public static String edit(String text, Map<String, Map<String, Long>> wanted) throws IOException {
        return new CountsEditor(text, wanted).run();
    }

    private String run() throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(text)) {
            // An entry is the object that holds an "expect"; its name may come before or after it.
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.START_OBJECT) {
                    object(parser);
                }
            }
        }
        edits.sort(Comparator.comparingInt(Edit::start).reversed());
        StringBuilder result = new StringBuilder(text);
        edits.forEach(edit -> result.replace(edit.start(), edit.end(), edit.text()));
        return result.toString();
    }

    private void object(JsonParser parser) throws IOException {
        String name = null;
        Expect expect = null;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            JsonToken value = parser.nextToken();
            if (key.equals("name") && value == JsonToken.VALUE_STRING) {
                name = parser.getText();
            } else if (key.equals("expect") && value == JsonToken.START_OBJECT) {
                expect = expect(parser);
            } else if (value == JsonToken.START_OBJECT) {
                object(parser);
            } else if (value == JsonToken.START_ARRAY) {
                array(parser);
            }
        }
        if (name != null && expect != null && wanted.containsKey(name)) {
            change(expect, wanted.get(name));
        }
    }

    private void array(JsonParser parser) throws IOException {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                object(parser);
            } else if (parser.currentToken() == JsonToken.START_ARRAY) {
                array(parser);
            }
        }
    }

    private Expect expect(JsonParser parser) throws IOException {
        Expect expect = new Expect();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            JsonToken value = parser.nextToken();
            int start = offset(parser);
            if (value.isNumeric()) {
                int end = start + parser.getText().length();
                expect.numbers.put(key, new int[] {start, end});
                expect.lastEnd = end;
            } else {
                expect.lastEnd = start
                        + (value == JsonToken.VALUE_STRING ? parser.getText().length() + 2 : 0);
            }
        }
        return expect;
    }

    private void change(Expect expect, Map<String, Long> numbers) {
        StringBuilder added = new StringBuilder();
        for (Map.Entry<String, Long> number : new LinkedHashMap<>(numbers).entrySet()) {
            int[] span = expect.numbers.get(number.getKey());
            if (span == null) {
                added.append(", \"").append(number.getKey()).append("\": ").append(number.getValue());
            } else {
                edits.add(new Edit(span[0], span[1], number.getValue().toString()));
            }
        }
        if (added.length() > 0) {
            edits.add(new Edit(expect.lastEnd, expect.lastEnd, added.toString()));
        }
    }

    private static int offset(JsonParser parser) {
        return (int) parser.currentTokenLocation().getCharOffset();
    }

    private static final class Expect {
        final Map<String, int[]> numbers = new LinkedHashMap<>();
        int lastEnd;
    }
}
