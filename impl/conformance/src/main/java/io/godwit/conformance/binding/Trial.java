package io.godwit.conformance.binding;

import io.godwit.protocol.Handler;
import java.lang.reflect.AnnotatedElement;

/**
 * An event for an action. Made once and offered in many states.
 *
 * @param id a number of its own
 * @param by what carries the action out
 * @param handler takes the action
 * @param event the event
 * @param <S> the state of one member
 * @param <E> the event's type
 */
public record Trial<S, E>(int id, AnnotatedElement by, Handler<S, E> handler, E event) {}
