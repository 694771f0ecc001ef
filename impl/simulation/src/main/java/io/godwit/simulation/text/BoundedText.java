package io.godwit.simulation.text;

/** Values as text of bounded length. */
final class BoundedText {
    private static final int LONGEST = 300;

    private BoundedText() {}

    static String of(Object value) {
        String text = String.valueOf(value);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "... (" + text.length() + " characters)";
    }
}
