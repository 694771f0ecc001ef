package io.godwit.protocol;

import java.util.Arrays;

/**
 * How many replicas are wanted of which partition, the primary included. Partitions are numbered range by range: all partitions
 * of a range want the same number, and all ranges are equally long. Mostly there is one range. Immutable, and as small for
 * 50,021 partitions as for one.
 */
public final class Copies {
    private static final int MOST = 7;

    /** Partitions of a range; no matter if there is only one. */
    private final int width;

    private final int[] counts;

    private Copies(int width, int[] counts) {
        this.width = width;
        this.counts = counts;
    }

    /**
     * The same number for all partitions.
     *
     * @param count wanted replicas, 1 to 7
     * @throws IllegalArgumentException if it is none from 1 to 7
     */
    public static Copies all(int count) {
        return ranges(1, count);
    }

    /**
     * A number for each range.
     *
     * @param width partitions of a range, 1 or more
     * @param counts wanted replicas by range, each 1 to 7; at least one
     * @throws IllegalArgumentException if there is no range, or a number is none of those
     */
    public static Copies ranges(int width, int... counts) {
        if (width < 1 || counts.length == 0 || Arrays.stream(counts).anyMatch(n -> n < 1 || n > MOST)) {
            throw new IllegalArgumentException(
                    "ranges of " + width + " partitions with " + Arrays.toString(counts) + " copies");
        }
        return new Copies(width, counts.clone());
    }

    /** Wanted replicas of a partition. */
    public int of(int partition) {
        return counts.length == 1 ? counts[0] : counts[partition / width];
    }

    /** Number of ranges, 1 or more. */
    public int ranges() {
        return counts.length;
    }

    /** Wanted replicas of each partition of a range. */
    public int ofRange(int range) {
        return counts[range];
    }

    /** Wanted replicas by range, as a new array. */
    public int[] toArray() {
        return counts.clone();
    }

    /**
     * Wanted replicas of any partition.
     *
     * @throws IllegalStateException if there are several ranges
     */
    public int only() {
        if (counts.length > 1) {
            throw new IllegalStateException("there are several ranges: " + this);
        }
        return counts[0];
    }

    /** Are there ranges for exactly so many partitions? */
    public boolean isFor(int partitions) {
        return partitions > 0 && (counts.length == 1 || partitions == (long) width * counts.length);
    }

    /** As many as so many members can hold, and at least one. */
    public Copies among(int members) {
        int most = Math.max(1, members);
        return Arrays.stream(counts).allMatch(n -> n <= most)
                ? this
                : new Copies(
                        width, Arrays.stream(counts).map(n -> Math.min(n, most)).toArray());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Copies copies
                && Arrays.equals(counts, copies.counts)
                && (counts.length == 1 || width == copies.width);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return counts.length == 1 ? Integer.toString(counts[0]) : Arrays.toString(counts) + " by " + width;
    }
}
