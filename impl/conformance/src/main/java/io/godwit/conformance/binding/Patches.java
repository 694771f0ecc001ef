package io.godwit.conformance.binding;

import io.godwit.conformance.corpus.Kind;
import io.godwit.conformance.corpus.Values;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** Makes new values out of old ones, and remembers them: the same changes are asked for again and again. */
public final class Patches {
    private final Values values;
    private final Map<Replaced, Integer> replaced = new HashMap<>();
    private final Map<Joined, Integer> joined = new HashMap<>();

    private record Replaced(int value, int position, int item) {}

    private record Joined(int set, int other) {}

    /** Patches of these values. */
    public Patches(Values values) {
        this.values = values;
    }

    /**
     * A record, function or sequence with another item; {@code EXCEPT}.
     *
     * @param position of the item, from 0
     */
    public int with(int value, int position, int item) {
        if (values.items(value)[position] == item) {
            return value;
        }
        return replaced.computeIfAbsent(new Replaced(value, position, item), this::replace);
    }

    private int replace(Replaced it) {
        int[] items = values.items(it.value).clone();
        items[it.position] = it.item;
        return values.kind(it.value) == Kind.SEQUENCE
                ? values.ofSequence(items, -1)
                : values.ofShape(values.shape(it.value), items, -1);
    }

    /**
     * The union of two sets.
     *
     * @param set a set
     * @param other another, mostly small
     */
    public int union(int set, int other) {
        if (contains(values.items(set), values.items(other))) {
            return set;
        }
        return joined.computeIfAbsent(
                new Joined(set, other),
                it -> values.ofSet(
                        IntStream.concat(IntStream.of(values.items(it.set)), IntStream.of(values.items(it.other)))
                                .toArray(),
                        -1));
    }

    private static boolean contains(int[] set, int[] others) {
        for (int other : others) {
            if (Arrays.binarySearch(set, other) < 0) {
                return false;
            }
        }
        return true;
    }
}
