package io.godwit.protocol.map;

/**
 * A place in a partition's log, up to which a reader of its changes has been shown the writes; {@code reader} in
 * {@code spec/quorum/ChangeStream.tla}. Versions are numbers here that are in the same order.
 *
 * @param index how many writes, 0 or more
 * @param taken the version under which the last of them was taken; 0 if there is none
 * @param shown the version of the primary that has shown it; 0 for {@link #START}
 */
public record StreamPosition(int index, long taken, long shown) {
    /** Before the first write. */
    public static final StreamPosition START = new StreamPosition(0, 0, 0);

    /** Refuses numbers below 0, a last write without a version or a version without it, and a version after {@code shown}. */
    public StreamPosition {
        if (index < 0 || taken < 0 || shown < 0 || (index == 0) != (taken == 0) || taken > shown) {
            throw new IllegalArgumentException("no position: " + index + ", " + taken + ", " + shown);
        }
    }
}
