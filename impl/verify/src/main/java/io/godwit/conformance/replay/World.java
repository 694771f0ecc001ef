package io.godwit.conformance.replay;

/** One model, seen by the engine. */
public interface World {
    /**
     * Offers the engine every event that the action instance can mean in the state, such as every message that the instance
     * could be about.
     *
     * @param state number of a state of the corpus
     * @param instance number of an action instance of the corpus
     * @param offers takes what the engine made of each
     */
    void offer(int state, int instance, Offers offers);

    /**
     * Offers the engine, in a state, what it does beyond the actions of the specification: counting answers, answering again.
     * None of it may change a variable.
     *
     * @param state number of a state of the corpus
     * @param offers takes what the engine made of each
     */
    default void offerStutters(int state, Offers offers) {}
}
