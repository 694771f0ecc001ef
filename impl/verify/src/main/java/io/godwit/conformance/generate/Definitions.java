package io.godwit.conformance.generate;

import io.godwit.conformance.spec.SpecText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The definitions of some modules, and which of them are used. Goes by names in the text, so that it may take a definition for
 * used that is not, and never the other way round. Definitions begin in the first column.
 */
final class Definitions {
    private static final Pattern HEAD =
            Pattern.compile("^(?:LOCAL\\s+)?([A-Za-z_]\\w*)\\s*(?:\\([^=]*\\))?\\s*==.*", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");

    private final Map<String, List<String>> bodies = new LinkedHashMap<>();
    /** The names in the bodies of a definition, once they were looked for. */
    private final Map<String, Set<String>> names = new HashMap<>();

    private final StringBuilder declarations = new StringBuilder();

    private Definitions() {}

    /** The definitions in the text of modules, without comments. */
    static Definitions of(String text) {
        Definitions definitions = new Definitions();
        SpecText.units(text).forEach(definitions::add);
        return definitions;
    }

    private void add(String chunk) {
        Matcher head = HEAD.matcher(chunk);
        if (head.matches()) {
            bodies.computeIfAbsent(head.group(1), name -> new ArrayList<>()).add(chunk);
        } else if (!chunk.startsWith("THEOREM")) {
            declarations.append(chunk);
        }
    }

    /** Everything that is no definition and no theorem: a theorem is about a specification, and no part of it. */
    String declarations() {
        return declarations.toString();
    }

    /**
     * The definitions that are used, by name.
     *
     * @param names what is used to begin with; names without a definition are passed over
     */
    String used(List<String> names) {
        TreeSet<String> used = new TreeSet<>();
        Deque<String> waiting = new ArrayDeque<>(names);
        while (!waiting.isEmpty()) {
            String next = waiting.remove();
            if (bodies.containsKey(next) && used.add(next)) {
                waiting.addAll(inBodies(next));
            }
        }
        StringBuilder text = new StringBuilder();
        used.forEach(name -> bodies.get(name).forEach(text::append));
        return text.toString();
    }

    private Set<String> inBodies(String definition) {
        return names.computeIfAbsent(definition, it -> {
            Set<String> found = new LinkedHashSet<>();
            for (String body : bodies.get(it)) {
                NAME.matcher(body).results().forEach(match -> found.add(match.group()));
            }
            return found;
        });
    }
}
