package io.godwit.modelcheck.spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What an action of the specification asks for before it changes anything, as the specification writes it. Goes by the text: a conjunct on a line of its own that has
 * no primed variable, directly or in what it calls. Good enough to be shown to somebody, not to be evaluated.
 */
public final class ActionConditions {
    private static final Pattern BULLETS = Pattern.compile("(?m)^(?=[ \\t]*(?:/\\\\|\\\\/) )");
    private static final Pattern LEADING_BULLETS = Pattern.compile("^(?:(?:/\\\\|\\\\/)\\s+)+");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern OPENS = Pattern.compile("(?s).*(:|\\bIN|\\bTHEN|\\bELSE)");

    private final Map<String, String> definitions = new HashMap<>();

    private ActionConditions(Path spec, String family) throws IOException {
        for (String directory : List.of(family, "common")) {
            try (Stream<Path> files = Files.list(spec.resolve(directory))) {
                for (Path file :
                        files.filter(it -> it.toString().endsWith(".tla")).toList()) {
                    definitions.putAll(SpecModule.read(file).definitions());
                }
            }
        }
    }

    /**
     * The conditions of an action.
     *
     * @param spec the directory of the specification
     * @param family the directory of the module in there
     * @param module the module
     * @param action the action
     * @return none when there is no such action
     */
    public static List<String> of(Path spec, String family, String module, String action) throws IOException {
        Path file = spec.resolve(family).resolve(module + ".tla");
        if (!Files.isRegularFile(file)) {
            return List.of();
        }
        String body = SpecModule.read(file).definitions().getOrDefault(action, "");
        return new ActionConditions(spec, family).in(body);
    }

    private List<String> in(String body) {
        List<String> conditions = new ArrayList<>();
        for (String line : BULLETS.split(body, -1)) {
            String text = LEADING_BULLETS.matcher(line.strip()).replaceFirst("");
            String condition = SPACE.matcher(text.strip()).replaceAll(" ");
            if (!condition.isEmpty() && !OPENS.matcher(condition).matches() && !changes(condition)) {
                conditions.add(condition);
            }
        }
        return conditions;
    }

    private boolean changes(String text) {
        return text.contains("'")
                || text.contains("UNCHANGED")
                || NAME.matcher(text).results().anyMatch(name -> definitions
                        .getOrDefault(name.group(), "")
                        .contains("'"));
    }
}
