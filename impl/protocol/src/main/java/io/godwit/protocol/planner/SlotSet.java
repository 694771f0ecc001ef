package io.godwit.protocol.planner;

import java.util.Arrays;

/**
 * A set of places that can be walked through and changed in constant time. A place is a slot of a partition.
 *
 * <p>A walk begins where the last one has found something, so that those that were of no use are not looked at again and
 * again.
 */
final class SlotSet {
    private int[] places = new int[4];
    private int size;
    private int begin;

    int size() {
        return size;
    }

    /** The i-th place of a walk. */
    int get(int i) {
        return places[(begin + i) % size];
    }

    /** The next walk begins at the i-th place of this one. */
    void beginAt(int i) {
        begin = (begin + i) % size;
    }

    /** Adds a place and says at which index it is. */
    int add(int place) {
        if (size == places.length) {
            places = Arrays.copyOf(places, 2 * size);
        }
        places[size] = place;
        return size++;
    }

    /** Removes the place at an index and returns the place that has taken that index, or the removed one. */
    int remove(int index) {
        size--;
        places[index] = places[size];
        return places[index];
    }
}
