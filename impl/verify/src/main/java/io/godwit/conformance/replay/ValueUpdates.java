package io.godwit.conformance.replay;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.ValueType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes new values out of old ones, and remembers them: the same changes are asked for again and again. */
public final class ValueUpdates {
    private final ValueTable values;
    /** By position: value and new item. */
    private final List<PairMap> replaced = new ArrayList<>();

    private final PairMap joined = new PairMap();

    /** Patches of these values. */
    public ValueUpdates(ValueTable values) {
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
        while (replaced.size() <= position) {
            replaced.add(new PairMap());
        }
        PairMap known = replaced.get(position);
        int changed = known.get(value, item);
        if (changed == PairMap.NONE) {
            changed = replace(value, position, item);
            known.put(value, item, changed);
        }
        return changed;
    }

    private int replace(int value, int position, int item) {
        int[] items = values.items(value).clone();
        items[position] = item;
        return values.kind(value) == ValueType.SEQUENCE
                ? values.ofSequence(items, -1)
                : values.ofShape(values.shape(value), items, -1);
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
        int both = joined.get(set, other);
        if (both == PairMap.NONE) {
            both = values.ofSet(merged(values.items(set), values.items(other)), -1);
            joined.put(set, other, both);
        }
        return both;
    }

    private static boolean contains(int[] set, int[] others) {
        for (int other : others) {
            if (Arrays.binarySearch(set, other) < 0) {
                return false;
            }
        }
        return true;
    }

    /** All elements of two ascending arrays, ascending, each once. */
    private static int[] merged(int[] one, int[] other) {
        int[] all = new int[one.length + other.length];
        int size = 0;
        int i = 0;
        int j = 0;
        while (i < one.length || j < other.length) {
            if (j == other.length || (i < one.length && one[i] < other[j])) {
                all[size++] = one[i++];
            } else {
                i += i < one.length && one[i] == other[j] ? 1 : 0;
                all[size++] = other[j++];
            }
        }
        return Arrays.copyOf(all, size);
    }

    /** Numbers by pairs of numbers, none of them negative: a hash table without boxes. */
    static final class PairMap {
        /** No pair has it. */
        static final int NONE = -1;

        private static final int FIRST_CAPACITY = 1 << 8;
        private static final long SPREAD = 0x9E3779B97F4A7C15L;

        /** One more than the pair, because 0 is a free slot; at most half of the slots are taken. */
        private long[] pairs = new long[FIRST_CAPACITY];

        private int[] numbers = new int[FIRST_CAPACITY];
        private int size;

        /** The number of a pair, or {@link #NONE}. */
        int get(int one, int other) {
            long pair = pair(one, other);
            int slot = slot(pairs, pair);
            return pairs[slot] == 0 ? NONE : numbers[slot];
        }

        /** Adds the number of a pair that has none. */
        void put(int one, int other, int number) {
            if (2 * (size + 1) > pairs.length) {
                grow();
            }
            int slot = slot(pairs, pair(one, other));
            pairs[slot] = pair(one, other);
            numbers[slot] = number;
            size++;
        }

        private static long pair(int one, int other) {
            return ((long) one << Integer.SIZE | other) + 1;
        }

        private void grow() {
            long[] more = new long[2 * pairs.length];
            int[] moved = new int[more.length];
            for (int old = 0; old < pairs.length; old++) {
                if (pairs[old] != 0) {
                    int slot = slot(more, pairs[old]);
                    more[slot] = pairs[old];
                    moved[slot] = numbers[old];
                }
            }
            pairs = more;
            numbers = moved;
        }

        /** Where a pair is, or belongs. */
        private static int slot(long[] pairs, long pair) {
            int slot = (int) ((pair * SPREAD) >>> Integer.SIZE) & (pairs.length - 1);
            while (pairs[slot] != 0 && pairs[slot] != pair) {
                slot = (slot + 1) & (pairs.length - 1);
            }
            return slot;
        }
    }
}
