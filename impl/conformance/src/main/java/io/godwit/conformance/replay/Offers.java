package io.godwit.conformance.replay;

/** Takes what the engine made of the events that it was offered. */
public interface Offers {
    /**
     * The engine, or the world, accepted.
     *
     * @param by what carried it out: a handler's class, or null when it was the world
     * @param event the event, for messages
     * @param after the value of each variable afterwards, by id, in the order of the corpus; what is
     *     specification-only is not looked at
     */
    @SuppressWarnings("AvoidObjectArrays")
    void accepted(Class<?> by, Object event, int[] after);

    /**
     * The engine refused.
     *
     * @param by the handler's class, or null when it was the world
     * @param event the event, for messages
     * @param guard the guard that did not hold, as text
     * @param stutter whether the state afterwards is the very object that it was before
     */
    void refused(Class<?> by, Object event, Object guard, boolean stutter);

    /**
     * Not offered, because a guard that only the specification has does not hold.
     *
     * @param guard the guard
     */
    void ruledOut(String guard);
}
