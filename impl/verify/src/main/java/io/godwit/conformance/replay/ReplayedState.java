package io.godwit.conformance.replay;

import io.godwit.conformance.replay.Trials.Trial;
import io.godwit.conformance.replay.Trials.TrialResult;
import io.godwit.protocol.Step;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

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

    /**
     * Results by the number of their trial: a hash table without boxes, because it is asked for each event in each state. Trials
     * that are offered together have numbers next to each other, so that the number itself is a good hash.
     */
    static final class TrialResults {
        private static final int FIRST_CAPACITY = 8;

        /** One more than the number, because 0 is a free slot; at most half of the slots are taken. */
        private int[] trials = new int[FIRST_CAPACITY];

        private TrialResult[] results = new TrialResult[FIRST_CAPACITY];
        private int size;

        /** The result of a trial, or null. */
        TrialResult get(int trial) {
            return results[slot(trials, trial)];
        }

        /** Adds the result of a trial that has none. */
        void put(int trial, TrialResult result) {
            if (2 * (size + 1) > trials.length) {
                grow();
            }
            int slot = slot(trials, trial);
            trials[slot] = trial + 1;
            results[slot] = result;
            size++;
        }

        private void grow() {
            int[] more = new int[2 * trials.length];
            TrialResult[] moved = new TrialResult[more.length];
            for (int old = 0; old < trials.length; old++) {
                if (trials[old] != 0) {
                    int slot = slot(more, trials[old] - 1);
                    more[slot] = trials[old];
                    moved[slot] = results[old];
                }
            }
            trials = more;
            results = moved;
        }

        /** Where a trial is, or belongs. */
        private static int slot(int[] trials, int trial) {
            int slot = trial & (trials.length - 1);
            while (trials[slot] != 0 && trials[slot] != trial + 1) {
                slot = (slot + 1) & (trials.length - 1);
            }
            return slot;
        }
    }

    /**
     * The states of members that were met, by what they follow from.
     *
     * @param <S> the state of one member
     */
    public static final class ReplayedStates<S> {
        private final Map<Key, ReplayedState<S>> known = new HashMap<>();

        @SuppressWarnings("ArrayRecordComponent")
        private record Key(int[] parts, int hash) {
            @Override
            public boolean equals(Object other) {
                return other instanceof Key key && hash == key.hash && Arrays.equals(parts, key.parts);
            }

            @Override
            public int hashCode() {
                return hash;
            }
        }

        /**
         * A state.
         *
         * @param parts ids of all values that it follows from; not changed later
         * @param state makes it, when it is met for the first time
         */
        public ReplayedState<S> of(int[] parts, Supplier<S> state) {
            Key key = new Key(parts, Arrays.hashCode(parts));
            ReplayedState<S> subject = known.get(key);
            if (subject == null) {
                subject = new ReplayedState<>(state.get());
                known.put(key, subject);
            }
            return subject;
        }
    }
}
