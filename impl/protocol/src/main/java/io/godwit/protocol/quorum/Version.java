package io.godwit.protocol.quorum;

/**
 * The version of a decided configuration: the term of the master that proposed it, and a number that grows within the
 * term. A later term is newer, whatever the numbers. The data plane of the specification has an index into {@code history}
 * in its place, of which it needs the order only.
 *
 * @param term the term, 0 for what the founders start with, -1 for {@link #NONE}
 * @param number the number, 1 or more, 0 for {@link #NONE}
 */
public record Version(int term, int number) implements Comparable<Version> {
    /** Older than every other: nothing was decided, or it is not known. */
    public static final Version NONE = new Version(-1, 0);

    /** Is this version newer than the other? */
    public boolean newerThan(Version other) {
        return compareTo(other) > 0;
    }

    @Override
    public int compareTo(Version other) {
        return term != other.term ? Integer.compare(term, other.term) : Integer.compare(number, other.number);
    }
}
