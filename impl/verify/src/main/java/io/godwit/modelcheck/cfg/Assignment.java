package io.godwit.modelcheck.cfg;

/**
 * What a configuration says of one constant.
 *
 * @param name the constant, or the operator that is replaced
 * @param replaced whether an operator takes its place ({@code <-}) instead of a value ({@code =})
 * @param value the right-hand side, normalised to single spaces
 * @param line where it stands; 0 when it comes from an entry of the manifest
 */
public record Assignment(String name, boolean replaced, String value, int line) {
    /** Whether the constant is assigned TRUE or FALSE. */
    public boolean isBoolean() {
        return !replaced && (value.equals("TRUE") || value.equals("FALSE"));
    }
}
