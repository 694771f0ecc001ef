package io.godwit.modelcheck.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of modules, without what has no meaning. */
public final class SpecText {
    private static final Pattern BLOCK_COMMENT = Pattern.compile("\\(\\*.*?\\*\\)", Pattern.DOTALL);
    private static final Pattern LINE_COMMENT = Pattern.compile("\\\\\\*.*");
    private static final Pattern LINES_OF_DASHES = Pattern.compile("(?m)^-{4,}$");
    private static final Pattern DEFINITION =
            Pattern.compile("(?:LOCAL\\s+)?([A-Za-z_]\\w*)\\s*(?:\\([^=]*?\\))?\\s*==(.*)", Pattern.DOTALL);
    private static final Pattern NOT_A_LINE_END = Pattern.compile("[^\n]");

    private SpecText() {}

    /** A module without comments, separators, blank lines and what is at the end of a line. An indentation, which TLA+ gives a meaning, stays. */
    public static String normalised(String module) {
        String code = BLOCK_COMMENT
                .matcher(module.replace("\r\n", "\n"))
                .replaceAll(match -> Matcher.quoteReplacement(
                        NOT_A_LINE_END.matcher(match.group()).replaceAll(" ")));
        code = LINE_COMMENT.matcher(code).replaceAll("");
        code = LINES_OF_DASHES.matcher(code).replaceAll("");
        StringBuilder text = new StringBuilder();
        code.lines().map(String::stripTrailing).filter(line -> !line.isEmpty()).forEach(line -> text.append(line)
                .append('\n'));
        return text.toString();
    }

    /** A unit that is a definition: group 1 is the name, group 2 what is right of {@code ==}. It matches or does not. */
    public static Matcher definition(String unit) {
        return DEFINITION.matcher(unit);
    }

    /** Splits what {@link #normalised} gives into declarations and definitions: each begins in the first column. */
    public static List<String> units(String text) {
        List<String> units = new ArrayList<>();
        StringBuilder unit = new StringBuilder();
        for (String line : text.split("\n", -1)) {
            boolean begins = !line.isEmpty()
                    && !Character.isWhitespace(line.charAt(0))
                    && !line.startsWith("/\\")
                    && !line.startsWith("\\/");
            if (begins) {
                units.add(unit.toString());
                unit.setLength(0);
            }
            unit.append(line).append('\n');
        }
        units.add(unit.toString());
        return units;
    }
}
