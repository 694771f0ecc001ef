package io.godwit.conformance.replay;

import io.godwit.conformance.replay.Offers.Offerer;
import java.util.ArrayList;
import java.util.List;

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

    /** A model with one {@link Offerer} for each action instance. */
    abstract class ListedWorld implements World {
        /** By number of the action instance. */
        protected final List<Offerer> offerers = new ArrayList<>();
        /** For what the engine does beyond the actions of the specification. */
        protected final List<Offerer> stutterers = new ArrayList<>();

        /** Goes to a state. */
        protected abstract void enter(int state);

        @Override
        public final void offer(int state, int instance, Offers offers) {
            enter(state);
            offerers.get(instance).offer(offers);
        }

        @Override
        public final void offerStutters(int state, Offers offers) {
            enter(state);
            stutterers.forEach(stutterer -> stutterer.offer(offers));
        }
    }
}
