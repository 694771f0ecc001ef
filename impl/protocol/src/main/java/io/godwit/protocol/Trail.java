package io.godwit.protocol;

/**
 * Is told, in their order, which actions a member takes within one step, and which it refuses to take. Who listens must not
 * answer with anything that changes the step: to the engine, it does not matter whether anybody does.
 */
public interface Trail {
    /**
     * A handler has accepted an event. What it is told are immutable values, and may be kept.
     *
     * @param handler which action
     * @param event what it was given
     * @param before the part of the member's state that the handler was given
     * @param step what it made of it
     */
    <S, E> void took(Handler<S, E> handler, E event, S before, Step<S> step);

    /**
     * A handler has refused an event; nothing has changed. Queries, by which the engine finds out what it could do, are not
     * told.
     *
     * @param handler which action
     * @param guard what did not hold
     */
    void refused(Handler<?, ?> handler, Guard guard);

    /**
     * An action of a module has refused a message or a call; nothing has changed. What waits, and what the engine tries by
     * itself, is not told.
     */
    default void refused(Refusal refusal) {}
}
