package io.godwit.conformance.binding;

import io.godwit.protocol.Step;
import java.util.List;

/**
 * A state of one member, with what the engine made of events in it: one state of a member occurs in many states of the cluster.
 *
 * @param <S> the state of one member
 */
public final class ReplayedState<S> {
    private static final int[] NOTHING = {};

    private final S state;
    private final TrialResults results = new TrialResults();

    /** Turns steps into values. */
    public interface Encoder<S> {
        /** The member's part of each variable. */
        int[] parts(S state);

        /** What the step has sent, as a value. */
        int sent(S before, Step<S> step);

        /** What else changes: variable, position in it, and new item, in turn. Nothing in most protocols. */
        default int[] effects(S before, Step<S> step) {
            return NOTHING;
        }
    }

    /** A state. */
    public ReplayedState(S state) {
        this.state = state;
    }

    /** The state. */
    public S state() {
        return state;
    }

    /** What the engine makes of an event; run once, remembered after that. */
    public <E> TrialResult result(Trial<S, E> trial, Encoder<S> encoder) {
        TrialResult known = results.get(trial.id());
        if (known == null) {
            known = run(trial, encoder);
            results.put(trial.id(), known);
        }
        return known;
    }

    private <E> TrialResult run(Trial<S, E> trial, Encoder<S> encoder) {
        Step<S> step = trial.action().of(state, trial.event());
        if (!step.accepted()) {
            return new TrialResult(step.refused(), step.state() == state, null, -1, List.of(), NOTHING, null);
        }
        return new TrialResult(
                null,
                false,
                encoder.parts(step.state()),
                encoder.sent(state, step),
                step.commands(),
                encoder.effects(state, step),
                step.state());
    }
}
