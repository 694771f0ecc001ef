package io.godwit.member.runtime;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Refusal;
import io.godwit.protocol.Step;

/**
 * Listener of the steps of a member's engine. Called by tasks of the engine's event loop; it cannot change the step.
 *
 * @param <S> the engine's state
 */
public interface StepListener<S> {
    /** The engine has taken an event. Its commands have not been carried out. */
    default void stepped(S before, Event event, Step<S> step) {}

    /** The engine has taken an action of the specification, in the step that {@link #stepped} is told of next. */
    default void took(String action) {}

    /**
     * The engine has refused an action, in the step that {@link #stepped} is told of next.
     *
     * @param action which; empty if the engine does not say it
     */
    default void refused(String action, Refusal refusal) {}

    /** An answer leaves the member. */
    default void answered(Command.Answer answer) {}

    /** A listener that does nothing. */
    static <S> StepListener<S> none() {
        return new StepListener<>() {};
    }
}
