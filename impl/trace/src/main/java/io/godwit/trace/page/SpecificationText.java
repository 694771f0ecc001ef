package io.godwit.trace.page;

import io.godwit.trace.Trace;
import io.godwit.trace.Trace.RawState;
import io.godwit.trace.Trace.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Definitions and constants of the TLA+ modules of a project as text, each with the comment before it, or behind it in the same line. Can be
 * used by several threads.
 */
public final class SpecificationText {
    private static final Pattern DEFINITION = Pattern.compile("([A-Z]\\w*)(\\([^)]*\\))? ==.*");
    private static final Pattern CONSTANT = Pattern.compile(" +([A-Z]\\w*),?( +\\\\\\*.*)?");
    private static final String COMMENT = "\\*";
    private static final String TYPE = "\\* @type";
    private static final String SPEC = "spec";

    private final Map<String, Map<String, List<Definition>>> directories;

    private SpecificationText(Map<String, Map<String, List<Definition>>> directories) {
        this.directories = directories;
    }

    /**
     * A definition.
     *
     * @param module where it stands, such as {@code spec/quorum/Registers}
     * @param line its first line, from 1
     * @param text with its comment, without types
     */
    public record Definition(String module, int line, String text) {
        boolean isIn(String name) {
            return module.endsWith("/" + name);
        }
    }

    /**
     * Reads the modules of all protocols, and those of mutants.
     *
     * @param root of the project; directories that it lacks have no definitions
     * @throws IOException if a module cannot be read
     */
    public static SpecificationText read(Path root) throws IOException {
        Map<String, Map<String, List<Definition>>> directories = new TreeMap<>();
        for (Path parent : List.of(Path.of(SPEC), Path.of("models", "mutants"))) {
            for (Path directory : list(root.resolve(parent))) {
                if (Files.isDirectory(directory)) {
                    String name = root.relativize(directory).toString().replace('\\', '/');
                    directories.put(name, readDirectory(name, directory));
                }
            }
        }
        return new SpecificationText(directories);
    }

    /** The definitions of a protocol by their names; a name may be defined in several modules. */
    public Map<String, List<Definition>> of(String protocol) {
        return directories.getOrDefault(SPEC + "/" + protocol, Map.of());
    }

    /** The definitions of the actions that a trace takes: first that in the module that the trace names, then others of its protocol. */
    Map<String, List<Definition>> actions(Trace trace) {
        Map<String, List<Definition>> found = new TreeMap<>();
        for (Step step : trace.steps()) {
            String action = step.action();
            if (action.equals(RawState.INIT) || action.equals(RawState.UNNAMED) || found.containsKey(action)) {
                continue;
            }
            Set<Definition> definitions = new LinkedHashSet<>();
            if (step.where() != null) {
                directories.values().stream()
                        .flatMap(each -> each.getOrDefault(action, List.of()).stream())
                        .filter(each -> each.isIn(step.where().module()))
                        .forEach(definitions::add);
            }
            definitions.addAll(of(trace.meta().protocol()).getOrDefault(action, List.of()));
            if (!definitions.isEmpty()) {
                found.put(action, List.copyOf(definitions));
            }
        }
        return found;
    }

    private static List<Path> list(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    private static Map<String, List<Definition>> readDirectory(String name, Path directory) throws IOException {
        Map<String, List<Definition>> found = new TreeMap<>();
        for (Path module : list(directory)) {
            String file = module.getFileName().toString();
            if (file.endsWith(".tla")) {
                read(name + "/" + file.replace(".tla", ""), Files.readAllLines(module), found);
            }
        }
        return found;
    }

    private static void read(String module, List<String> lines, Map<String, List<Definition>> found) {
        for (int i = 0; i < lines.size(); i++) {
            Matcher definition = DEFINITION.matcher(lines.get(i));
            Matcher constant = CONSTANT.matcher(lines.get(i));
            if (definition.matches() || (i > 0 && isComment(lines.get(i - 1)) && constant.matches())) {
                String name = definition.matches() ? definition.group(1) : constant.group(1);
                boolean behind = !definition.matches() && constant.group(2) != null;
                String text = behind ? constant.group(2).strip() + "\n" + name : text(lines, i);
                found.computeIfAbsent(name, key -> new ArrayList<>()).add(new Definition(module, i + 1, text));
            }
        }
    }

    /** From the comment before a line to the next empty line, or to the next comment or definition at the margin; a constant is one line. */
    private static String text(List<String> lines, int line) {
        int from = line;
        while (from > 0 && isComment(lines.get(from - 1))) {
            from--;
        }
        int to = line + 1;
        while (!lines.get(line).startsWith(" ")
                && to < lines.size()
                && lines.get(to).startsWith(" ")) {
            to++;
        }
        return String.join(
                "\n",
                lines.subList(from, to).stream()
                        .filter(each -> !each.strip().startsWith(TYPE))
                        .toList());
    }

    private static boolean isComment(String line) {
        return line.strip().startsWith(COMMENT);
    }
}
