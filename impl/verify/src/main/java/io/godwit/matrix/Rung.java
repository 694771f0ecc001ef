package io.godwit.matrix;

import java.util.Locale;

/** The rungs that the matrix compares. */
public enum Rung {
    /** The model checker, on the specification with the guard switched off. */
    TLC,
    /** The engine without the guard, on the transitions of the models. */
    REPLAY,
    /** The engine without the guard, in the world of faults. */
    SIMULATION;

    /** As it is written in files. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
