package io.godwit.protocol.quorum.table;

/**
 * The version of something that a master decides: of the configuration of a partition, or of the voter set. It names one value in
 * all history, because each term has one master and that master uses a number once.
 *
 * @param term the master's term, 0 or more; -1 for no version
 * @param number 1 or more; 0 for no version
 */
public record Version(int term, int number) implements Comparable<Version> {
    /** Before all versions: nothing is known. */
    public static final Version NONE = new Version(-1, 0);

    /** Of what a new cluster starts with. */
    public static final Version FIRST = new Version(0, 1);

    /** The base of what a new cluster starts with, which changes nothing. */
    public static final Version BEFORE_FIRST = new Version(0, 0);

    /** The version after this one, made by the master of a term. */
    public Version next(int newTerm) {
        return new Version(newTerm, number + 1);
    }

    /** By term first. */
    @Override
    public int compareTo(Version other) {
        int byTerm = Integer.compare(term, other.term);
        return byTerm != 0 ? byTerm : Integer.compare(number, other.number);
    }

    /** Is it later than the other? */
    public boolean newerThan(Version other) {
        return compareTo(other) > 0;
    }

    /** A number in the same order as the versions: 0 for {@link #NONE}, more for all others. */
    public long toLong() {
        return isNone() ? 0 : (long) term << Integer.SIZE | number;
    }

    /** Is it the version of nothing? */
    public boolean isNone() {
        return term < 0;
    }

    /** As every record has it, in plain code: it is called for nearly every message, and costs the compiler a fraction. */
    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Version that && term == that.term && number == that.number);
    }

    @Override
    public int hashCode() {
        return 31 * term + number;
    }

    @Override
    public String toString() {
        return term + "." + number;
    }
}
