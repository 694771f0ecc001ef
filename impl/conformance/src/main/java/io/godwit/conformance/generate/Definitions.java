package io.godwit.conformance.generate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The definitions of some modules, and which of them are used. Goes by names in the text, so that it may take a definition for
 * used that is not, and never the other way round. Definitions begin in the first column.
 */
final class Definitions {
    private static final Pattern HEAD = Pattern.compile("^(?:LOCAL\\s+)?([A-Za-z_]\\w*)\\s*(?:\\([^=]*\\))?\\s*==.*", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");

    private final Map<String, List<String>> bodies = new LinkedHashMap<>();
    private final StringBuilder declarations = new StringBuilder();
    private final TreeSet<String> used = new TreeSet<>();

    private Definitions() {}

    /** The definitions in the text of modules, without comments. */
    static Definitions of(String text) {
        Definitions definitions = new Definitions();
        StringBuilder chunk = new StringBuilder();
        for (String line : text.split("\n", -1)) {
            if (!line.isEmpty() && !Character.isWhitespace(line.charAt(0)) && !line.startsWith("/\\") && !line.startsWith("\\/")) {
                definitions.add(chunk.toString());
                chunk.setLength(0);
            }
            chunk.append(line).append('\n');
        }
        definitions.add(chunk.toString());
        return definitions;
    }

    private void add(String chunk) {
        Matcher head = HEAD.matcher(chunk);
        if (head.matches()) {
            bodies.computeIfAbsent(head.group(1), name -> new ArrayList<>()).add(chunk);
        } else {
            declarations.append(chunk);
        }
    }

    /** Everything that is no definition. */
    String declarations() {
        return declarations.toString();
    }

    /** Marks a definition as used, and what it uses. */
    void use(String name) {
        Deque<String> waiting = new ArrayDeque<>(List.of(name));
        while (!waiting.isEmpty()) {
            String next = waiting.remove();
            if (bodies.containsKey(next) && used.add(next)) {
                for (String body : bodies.get(next)) {
                    NAME.matcher(body).results().forEach(it -> waiting.add(it.group()));
                }
            }
        }
    }

    /** The definitions that are used, by name. */
    String used() {
        StringBuilder text = new StringBuilder();
        used.forEach(name -> bodies.get(name).forEach(text::append));
        return text.toString();
    }
}
