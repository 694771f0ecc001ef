package io.godwit.conformance.binding;

import java.lang.reflect.Method;

/**
 * An event for an action. Made once and offered in many states.
 *
 * @param id a number of its own
 * @param by the method that carries the action out; null where the specification has no such action
 * @param action the action
 * @param event the event
 * @param <S> the state of one member
 * @param <E> the event's type
 */
public record Trial<S, E>(int id, Method by, ActionCall<S, E> action, E event) {}
