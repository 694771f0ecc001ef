package io.godwit.trace;

import io.godwit.trace.value.TlaValue;
import java.util.Map;

/**
 * One state as a tool gave it, with the action that led to it.
 *
 * @param number counted from 1
 * @param action the name of the action, {@code Init} for the first state, {@code Next} where the tool does not say
 * @param where where that action stands, or null
 * @param variables the whole state
 */
public record RawState(int number, String action, SourceLocation where, Map<String, TlaValue> variables) {
    /** What the first state is called. */
    public static final String INIT = "Init";
    /** What a step is called when the tool does not name its action, as Apalache does not. */
    public static final String UNNAMED = "Next";
}
