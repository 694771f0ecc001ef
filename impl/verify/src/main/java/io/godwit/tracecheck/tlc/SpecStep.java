package io.godwit.tracecheck.tlc;

import java.util.Arrays;
import java.util.stream.Collectors;
import tlc2.value.impl.Value;

/**
 * An action with its arguments.
 *
 * @param action name of its definition
 * @param arguments in order
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SpecStep(String action, Value... arguments) {
    @Override
    public String toString() {
        return action + Arrays.stream(arguments).map(Object::toString).collect(Collectors.joining(", ", "(", ")"));
    }
}
