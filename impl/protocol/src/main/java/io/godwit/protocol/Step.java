package io.godwit.protocol;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * What an action made of an event: a new state and commands, or a refusal.
 *
 * @param <S> the state
 * @param state the state after the event; after a refusal the state before it, the same object
 * @param commands what the runtime is to do, in this order; empty after a refusal
 * @param refused why the event was refused, or null when it was accepted
 */
public record Step<S>(S state, List<Command> commands, Refusal refused) {
    /** Copies the commands. */
    public Step {
        Objects.requireNonNull(state, "state");
        commands = List.copyOf(commands);
        if (refused != null && !commands.isEmpty()) {
            throw new IllegalArgumentException("a refused event has no commands: " + commands);
        }
    }

    /**
     * Takes an action: what it returns, or, when one of its preconditions does not hold, a refusal with the very state that it
     * was given.
     */
    public static <S> Step<S> of(S state, Function<S, Step<S>> action) {
        try {
            return action.apply(state);
        } catch (Refused refused) {
            return new Step<>(state, List.of(), refused.refusal());
        }
    }

    /** An accepted event. */
    public static <S> Step<S> to(S state, List<Command> commands) {
        return new Step<>(state, commands, null);
    }

    /** An accepted event with a few commands, or none. */
    public static <S> Step<S> to(S state, Command... commands) {
        return new Step<>(state, List.of(commands), null);
    }

    /**
     * A refused event.
     *
     * @param state the state that the handler was given
     * @param guard the guard that did not hold
     */
    public static <S> Step<S> refuse(S state, Guard guard) {
        return new Step<>(state, List.of(), new Refusal(guard, "", null, null));
    }

    /** Was the event accepted? */
    public boolean accepted() {
        return refused == null;
    }

    /** The rule that did not hold, or null when the event was accepted. */
    public Guard refusal() {
        return refused == null ? null : refused.rule();
    }
}
