package io.godwit.conformance.replay;

import java.util.ArrayList;
import java.util.List;

/** A model with one {@link Offerer} for each action instance. */
public abstract class ListedWorld implements World {
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
