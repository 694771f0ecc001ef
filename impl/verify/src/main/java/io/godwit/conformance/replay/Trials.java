package io.godwit.conformance.replay;

import io.godwit.protocol.Command;
import io.godwit.protocol.Refusal;
import io.godwit.protocol.Step;
import java.lang.reflect.Method;
import java.util.IdentityHashMap;
import java.util.List;
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

    /**
     * What the engine made of an event.
     *
     * @param guard why it was refused, or null when it was accepted
     * @param stutter whether a refusal came with the very state that the handler was given
     * @param parts the member's part of each variable afterwards, or null
     * @param sent what was sent, as a value; or -1
     * @param commands what the world is to do
     * @param effects what else changes: variable, position in it, and new item, in turn
     * @param state the member's state afterwards, or null
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record TrialResult(
            Refusal guard,
            boolean stutter,
            int[] parts,
            int sent,
            List<Command> commands,
            int[] effects,
            Object state) {
        /** Copies the commands. */
        public TrialResult {
            commands = List.copyOf(commands);
        }

        /** Was it accepted? */
        public boolean accepted() {
            return guard == null;
        }
    }
}
