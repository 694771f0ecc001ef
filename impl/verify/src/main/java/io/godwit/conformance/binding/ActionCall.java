package io.godwit.conformance.binding;

import io.godwit.protocol.Step;

/**
 * Takes an action of the engine.
 *
 * @param <S> the state of one member
 * @param <E> what the action is given beside the state
 */
@FunctionalInterface
public interface ActionCall<S, E> {
    /** The step, or a refusal. */
    Step<S> of(S state, E event);
}
