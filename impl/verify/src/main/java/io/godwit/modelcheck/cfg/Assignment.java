package io.godwit.modelcheck.cfg;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a configuration says of one constant.
 *
 * @param name the constant, or the operator that is replaced
 * @param replaced whether an operator takes its place ({@code <-}) instead of a value ({@code =})
 * @param value the right-hand side, normalised to single spaces
 * @param line where it stands; 0 when it comes from an entry of the manifest
 */
public record Assignment(String name, boolean replaced, String value, int line) {
    private static final Pattern STRING = Pattern.compile("\"([^\"]*)\"");

    /** Whether the constant is assigned TRUE or FALSE. */
    public boolean isBoolean() {
        return !replaced && (value.equals("TRUE") || value.equals("FALSE"));
    }

    /** The strings in the value. */
    Set<String> strings() {
        return STRING.matcher(value).results().map(match -> match.group(1)).collect(Collectors.toUnmodifiableSet());
    }
}
