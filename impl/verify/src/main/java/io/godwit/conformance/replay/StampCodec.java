package io.godwit.conformance.replay;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.Codec.ValueCache;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;

/**
 * Stamps of both sides: in the specification what is hashed, in the engine the hash.
 *
 * @param <S> stamps of the engine
 */
public final class StampCodec<S> {
    private final ValueTable values;
    private final IntFunction<S> make;
    private final ToLongFunction<S> hash;
    private final ValueCache<S> stamps = new ValueCache<>();
    private final Map<Long, Integer> ids = new HashMap<>();

    /**
     * The stamps that occur in the variable {@code stamp} of a model.
     *
     * @param make the stamp for what is hashed
     * @param hash the hash in it
     */
    public StampCodec(Corpus corpus, IntFunction<S> make, ToLongFunction<S> hash) {
        this.values = corpus.values();
        this.make = make;
        this.hash = hash;
        int variable = corpus.variable("stamp");
        for (int state = 0; state < corpus.states().size(); state++) {
            for (int stamp : values.items(corpus.states().value(state, variable))) {
                stamp(stamp);
            }
        }
    }

    /**
     * The stamp for a value.
     *
     * @throws IllegalStateException if another value has the same one: then nothing can be told from equal stamps
     */
    public S stamp(int value) {
        return stamps.of(value, this::checked);
    }

    private S checked(int value) {
        S stamp = make.apply(value);
        Integer other = ids.put(hash.applyAsLong(stamp), value);
        if (other != null) {
            throw new IllegalStateException("one stamp for " + values.show(other) + " and " + values.show(value));
        }
        return stamp;
    }

    /** The value for a stamp; a stamp that no state of the specification has is shown as the number that it is. */
    public int id(long stamp) {
        Integer known = ids.get(stamp);
        return known != null ? known : values.ofText("stamp " + Long.toHexString(stamp));
    }
}
