package io.godwit.conformance.binding;

import java.lang.reflect.Method;
import java.util.IdentityHashMap;
import java.util.function.Function;

/**
 * The events for one action, each made once.
 *
 * @param <S> the state of one member
 * @param <K> what an event is made of; one object each, compared by identity
 * @param <E> the event's type
 */
public final class Trials<S, K, E> {
    private final Counter counter;
    private final Method by;
    private final ActionCall<S, E> action;
    private final Function<K, E> event;
    private final IdentityHashMap<K, Trial<S, E>> made = new IdentityHashMap<>();

    /** Numbers the trials of one world. */
    public static final class Counter {
        private int next;
    }

    /**
     * Events for an action, made by this function.
     *
     * @param by the method that carries the action out; null where the specification has no such action
     */
    public Trials(Counter counter, Method by, ActionCall<S, E> action, Function<K, E> event) {
        this.counter = counter;
        this.by = by;
        this.action = action;
        this.event = event;
    }

    /** The trial of an event. */
    public Trial<S, E> of(K key) {
        Trial<S, E> known = made.get(key);
        if (known == null) {
            known = new Trial<>(counter.next++, by, action, event.apply(key));
            made.put(key, known);
        }
        return known;
    }
}
