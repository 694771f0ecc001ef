package io.godwit.conformance.binding;

import io.godwit.protocol.Handler;

/**
 * An event for a handler. Made once and offered in many states.
 *
 * @param id a number of its own
 * @param handler the handler
 * @param event the event
 * @param <S> the state of one member
 * @param <E> the event's type
 */
public record Trial<S, E>(int id, Handler<S, E> handler, E event) {}
