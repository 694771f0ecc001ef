package io.godwit.protocol.quorum.table;

import java.util.Objects;

/**
 * The value of a register: a configuration under its version, and the version of the decided value that it was proposed
 * as a change of. A repetition by a new master keeps the base, so that (base, configuration) is the identity of a proposal
 * under all its versions. 32 bytes beside the configuration.
 *
 * @param term term of its version
 * @param number number of its version
 * @param baseTerm term of its base's version
 * @param baseNumber number of its base's version
 * @param configuration what is proposed
 */
public record Entry(int term, int number, int baseTerm, int baseNumber, Configuration configuration) {
    /** No value: {@code NoEntry} in the specification. Older than all others. */
    public static final Entry NONE = new Entry(-1, 0, -1, 0, Configuration.NONE);

    /** Refuses a missing configuration. */
    public Entry {
        Objects.requireNonNull(configuration, "configuration");
    }

    /** What a new cluster starts with: {@code FirstEntry} in the specification. */
    public static Entry first(Configuration configuration) {
        return new Entry(0, 1, 0, 0, configuration);
    }

    /** Is it no value? */
    public boolean isNone() {
        return number == 0;
    }

    /** Is its version later than the other's? */
    public boolean newerThan(Entry other) {
        return term > other.term || (term == other.term && number > other.number);
    }

    /** Have both the same version? */
    public boolean sameVersion(Entry other) {
        return term == other.term && number == other.number;
    }

    /** Its version. */
    public Version version() {
        return new Version(term, number);
    }

    /** The same proposal under a version of another term: what a new master makes of what it found. */
    public Entry restamped(int newTerm) {
        return new Entry(newTerm, number + 1, baseTerm, baseNumber, configuration);
    }

    /** This entry as the same object as another that is equal to it, so that a table keeps one copy. */
    public Entry sharedWith(Entry other) {
        return equals(other) ? other : this;
    }

    /** As every record has it, in plain code: it is called for nearly every message, and costs the compiler a fraction. */
    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Entry that
                        && term == that.term
                        && number == that.number
                        && baseTerm == that.baseTerm
                        && baseNumber == that.baseNumber
                        && configuration.equals(that.configuration));
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * (31 * term + number) + baseTerm) + baseNumber) + configuration.hashCode();
    }

    @Override
    public String toString() {
        return term + "." + number + " on " + baseTerm + "." + baseNumber + " " + configuration;
    }
}
