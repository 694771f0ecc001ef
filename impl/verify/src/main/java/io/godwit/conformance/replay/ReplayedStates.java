package io.godwit.conformance.replay;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The states of members that were met, by what they follow from.
 *
 * @param <S> the state of one member
 */
public final class ReplayedStates<S> {
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
