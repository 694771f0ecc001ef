package io.godwit.protocol;

/**
 * One action of the protocol.
 *
 * @param <S> the state that it reads and replaces
 * @param <E> the event that triggers it
 */
@FunctionalInterface
public interface Handler<S, E> {
    /**
     * Carries the action out, or refuses to.
     *
     * @param state the state before; never changed
     * @param event what happens
     * @return the state after and what is to be done now, or a refusal with {@code state} itself
     */
    Step<S> handle(S state, E event);
}
