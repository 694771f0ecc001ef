package io.godwit.conformance.binding;

/** Numbers by pairs of numbers, none of them negative: a hash table without boxes. */
final class PairMap {
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
