package io.godwit.simulation.linear;

import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;

/**
 * One object that serves one call at a time.
 *
 * @param <T> its state: immutable, with {@code equals} and {@code hashCode}
 */
public interface SequentialModel<T> {
    /** The state before any call. */
    T initial();

    /**
     * The state after an operation, if it may give that result.
     *
     * @param result what the client heard, or null when it heard nothing
     * @return the state after, or null when the operation could not have had that result
     */
    T after(T state, Operation operation, Result result);
}
