package io.godwit.conformance.binding;

import io.godwit.protocol.Handler;
import java.lang.reflect.AnnotatedElement;
import java.util.IdentityHashMap;
import java.util.function.Function;

/**
 * The events for one handler, each made once.
 *
 * @param <S> the state of one member
 * @param <K> what an event is made of; one object each, compared by identity
 * @param <E> the event's type
 */
public final class Trials<S, K, E> {
    private final Counter counter;
    private final AnnotatedElement by;
    private final Handler<S, E> handler;
    private final Function<K, E> event;
    private final IdentityHashMap<K, Trial<S, E>> made = new IdentityHashMap<>();

    /** Numbers the trials of one world. */
    public static final class Counter {
        private int next;
    }

    /** Events for this handler, made by this function. */
    public Trials(Counter counter, Handler<S, E> handler, Function<K, E> event) {
        this(counter, handler.getClass(), handler, event);
    }

    /**
     * Events for an action, made by this function.
     *
     * @param by what carries the action out
     */
    public Trials(Counter counter, AnnotatedElement by, Handler<S, E> handler, Function<K, E> event) {
        this.counter = counter;
        this.by = by;
        this.handler = handler;
        this.event = event;
    }

    /** The trial of an event. */
    public Trial<S, E> of(K key) {
        Trial<S, E> known = made.get(key);
        if (known == null) {
            known = new Trial<>(counter.next++, by, handler, event.apply(key));
            made.put(key, known);
        }
        return known;
    }
}
