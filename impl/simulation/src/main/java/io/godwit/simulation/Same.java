package io.godwit.simulation;

/** Identity. States share what did not change, so that the same object means: nothing to look at. */
public final class Same {
    private Same() {}

    /** Are they one object? */
    public static boolean object(Object one, Object other) {
        return one == other;
    }
}
