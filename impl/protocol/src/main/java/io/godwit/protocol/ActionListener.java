package io.godwit.protocol;

/**
 * Is told, in their order, which actions a member takes within one step, and which it refuses to take. Who listens must not
 * answer with anything that changes the step: to the engine, it does not matter whether anybody does.
 *
 * <p>An action has the name that it has in the specification. A step that the specification does not have has a name that begins
 * with a small letter.
 */
public interface ActionListener {
    /**
     * A member has taken an action. What is told are immutable values, and may be kept.
     *
     * @param action which
     * @param event what it was about: a message with its sender, a call, a number
     * @param before the part of the member's state that the action was given
     * @param step what it made of it
     */
    <S> void took(String action, Object event, S before, Step<S> step);

    /**
     * A member has refused an action; nothing has changed. What the engine tries by itself to find out what it could do is not
     * told.
     *
     * @param action which
     * @param refusal why
     */
    default void refused(String action, Refusal refusal) {
        refused(refusal);
    }

    /** The same where nobody asks for the action. */
    void refused(Refusal refusal);
}
