package io.godwit.playground;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Definitions and constants of TLA+ modules as text, each with the comment before it, or behind it in the same line. */
final class SpecificationText {
    private static final Pattern DEFINITION = Pattern.compile("([A-Z]\\w*)(\\([^)]*\\))? ==.*");
    private static final Pattern CONSTANT = Pattern.compile(" +([A-Z]\\w*),?( +\\\\\\*.*)?");
    private static final String COMMENT = "\\*";
    private static final String TYPE = "\\* @type";

    private SpecificationText() {}

    /**
     * A definition.
     *
     * @param module where it stands
     * @param line its first line, from 1
     * @param text with its comment, without types
     */
    record Definition(String module, int line, String text) {}

    /**
     * Reads all modules of a directory.
     *
     * @return by name; a name may be defined in several modules
     */
    static Map<String, List<Definition>> read(Path directory) throws IOException {
        List<Path> modules;
        try (Stream<Path> files = Files.list(directory)) {
            modules = files.filter(file -> file.toString().endsWith(".tla"))
                    .sorted()
                    .toList();
        }
        Map<String, List<Definition>> found = new TreeMap<>();
        for (Path module : modules) {
            String name = module.getFileName().toString().replace(".tla", "");
            read(name, Files.readAllLines(module), found);
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
