package io.godwit.simulation;

/**
 * Something that must not be.
 *
 * @param property the property that does not hold, by its name in the specification where it has one
 * @param text what was seen
 */
public record Violation(String property, String text) {
    @Override
    public String toString() {
        return property + ": " + text;
    }
}
