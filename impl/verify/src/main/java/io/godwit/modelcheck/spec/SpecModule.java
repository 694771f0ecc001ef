package io.godwit.modelcheck.spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a module of the specification declares and defines. Goes by the text, without a parser of TLA+: declarations and
 * definitions begin in the first column, and everything else is indented.
 *
 * @param name its name
 * @param file where it is
 * @param extended the modules that it EXTENDS, standard ones among them
 * @param variables its variables, in order
 * @param definitions by name, what is right of {@code ==}
 */
public record SpecModule(
        String name, Path file, List<String> extended, List<String> variables, Map<String, String> definitions) {
    private static final Pattern EXTENDS = Pattern.compile("EXTENDS\\s+(.*)", Pattern.DOTALL);
    private static final Pattern VARIABLES = Pattern.compile("VARIABLES?\\s+(.*)", Pattern.DOTALL);

    /** Reads a module. */
    public static SpecModule read(Path file) throws IOException {
        List<String> extended = new ArrayList<>();
        List<String> variables = new ArrayList<>();
        Map<String, String> definitions = new LinkedHashMap<>();
        for (String unit : SpecText.units(SpecText.normalised(Files.readString(file)))) {
            Matcher matcher = EXTENDS.matcher(unit);
            if (matcher.matches()) {
                extended.addAll(names(matcher.group(1)));
                continue;
            }
            matcher = VARIABLES.matcher(unit);
            if (matcher.matches()) {
                variables.addAll(names(matcher.group(1)));
                continue;
            }
            matcher = SpecText.definition(unit);
            if (matcher.matches()) {
                definitions.put(matcher.group(1), matcher.group(2));
            }
        }
        String fileName = file.getFileName().toString();
        return new SpecModule(fileName.substring(0, fileName.lastIndexOf('.')), file, extended, variables, definitions);
    }

    private static List<String> names(String list) {
        return List.of(list.strip().split("\\s*,\\s*", -1));
    }
}
