package io.godwit.conformance.replay;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.protocol.PartitionVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How something of the engine is written as a value of the specification, and read.
 *
 * @param <T> what it is in the engine
 */
public interface Codec<T> {
    /** What the value with that id means. */
    T decode(int id);

    /** The id of the value for it. */
    int encode(T what);

    /** Both directions, from two functions. */
    static <T> Codec<T> of(IntFunction<T> decode, ToIntFunction<T> encode) {
        return new Codec<>() {
            @Override
            public T decode(int id) {
                return decode.apply(id);
            }

            @Override
            public int encode(T what) {
                return encode.applyAsInt(what);
            }
        };
    }

    /** Numbers. */
    static Codec<Integer> numbers(ValueTable values) {
        return numbers(values, 0);
    }

    /**
     * Numbers.
     *
     * @param first where the specification begins to count; the engine begins at 0
     */
    static Codec<Integer> numbers(ValueTable values, int first) {
        return of(id -> values.number(id) - first, number -> values.ofNumber(number + first));
    }

    /** TRUE and FALSE. */
    static Codec<Boolean> truths(ValueTable values) {
        return of(values::truth, values::ofTruth);
    }

    /** The constants of an enum; in the specification a string in lower case. */
    static <E extends Enum<E>> Codec<E> words(ValueTable values, Class<E> type) {
        return of(
                id -> Enum.valueOf(type, values.text(id).toUpperCase(Locale.ROOT)),
                constant -> values.ofText(constant.name().toLowerCase(Locale.ROOT)));
    }

    /** Sequences of it. */
    default Codec<List<T>> sequences(ValueTable values) {
        return sequences(values, Function.identity(), List::stream);
    }

    /**
     * Sequences of it.
     *
     * @param of makes one of the elements
     * @param elements its elements
     */
    default <C> Codec<C> sequences(ValueTable values, Function<List<T>, C> of, Function<C, Stream<T>> elements) {
        return of(
                id -> of.apply(
                        Arrays.stream(values.items(id)).mapToObj(this::decode).toList()),
                what -> values.ofSequence(
                        elements.apply(what).mapToInt(this::encode).toArray(), -1));
    }

    /** Functions over all partitions, where the specification numbers these. */
    default Codec<PartitionVector<T>> vectors(ValueTable values) {
        return sequences(
                values, list -> PartitionVector.of(list.size(), list::get), vector -> IntStream.range(0, vector.size())
                        .mapToObj(vector::get));
    }

    /**
     * Sets of it.
     *
     * @param of makes one of the elements
     * @param elements its elements
     */
    default <C> Codec<C> sets(ValueTable values, Function<List<T>, C> of, Function<C, Stream<T>> elements) {
        return of(
                id -> of.apply(
                        Arrays.stream(values.items(id)).mapToObj(this::decode).toList()),
                what -> values.ofSet(elements.apply(what).mapToInt(this::encode).toArray(), -1));
    }

    /** The same, read once for each value. */
    default Codec<T> readOnce() {
        ValueCache<T> decoded = new ValueCache<>();
        return of(id -> decoded.of(id, this::decode), this::encode);
    }

    /** The same, made once for each value. */
    default Codec<T> cached() {
        Map<T, Integer> encoded = new HashMap<>();
        return of(readOnce()::decode, what -> {
            Integer known = encoded.get(what);
            if (known == null) {
                known = encode(what);
                encoded.put(what, known);
            }
            return known;
        });
    }

    /** The same, where one value is null. */
    default Codec<T> orElse(int none) {
        return of(id -> id == none ? null : decode(id), what -> what == null ? none : encode(what));
    }

    /**
     * What values mean, by the id of the value, each made once. Ids are small and dense, so that a list will do.
     *
     * @param <T> what a value means
     */
    final class ValueCache<T> {
        private final List<T> known = new ArrayList<>();

        /**
         * What a value means; the same object each time.
         *
         * @param id of the value
         * @param make makes it, when it is asked for the first time; never null
         */
        public T of(int id, IntFunction<T> make) {
            T found = id < known.size() ? known.get(id) : null;
            if (found == null) {
                found = make.apply(id);
                while (known.size() <= id) {
                    known.add(null);
                }
                known.set(id, found);
            }
            return found;
        }
    }
}
