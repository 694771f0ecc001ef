package io.godwit.protocol.quorum.table;

import java.util.Objects;

/**
 * The value of a register: a configuration under its version, and the version of the decided value that it was proposed
 * as a change of. A repetition by a new master keeps the base, so that (base, configuration) is the identity of a proposal
 * under all its versions. In the specification each of the two versions is two numbers of the record.
 *
 * @param version its version
 * @param base its base's version
 * @param configuration what is proposed
 */
public record Entry(Version version, Version base, Configuration configuration) {
    /** No value: {@code NoEntry} in the specification. Older than all others. */
    public static final Entry NONE = new Entry(Version.NONE, Version.NONE, Configuration.NONE);

    /** Refuses missing parts. */
    public Entry {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(base, "base");
        Objects.requireNonNull(configuration, "configuration");
    }

    /** What a new cluster starts with: {@code FirstEntry} in the specification. */
    public static Entry first(Configuration configuration) {
        return new Entry(Version.FIRST, Version.BEFORE_FIRST, configuration);
    }

    /** Term of its version. */
    public int term() {
        return version.term();
    }

    /** Number of its version. */
    public int number() {
        return version.number();
    }

    /** Is it no value? */
    public boolean isNone() {
        return version.number() == 0;
    }

    /** Is its version later than the other's? */
    public boolean newerThan(Entry other) {
        return version.newerThan(other.version);
    }

    /** Have both the same version? */
    public boolean sameVersion(Entry other) {
        return version.equals(other.version);
    }

    /** The configuration under its version, as the data plane activates it. */
    public View view() {
        return new View(version, configuration);
    }

    /** The same proposal under a version of another term: what a new master makes of what it found. */
    public Entry restamped(int newTerm) {
        return new Entry(version.next(newTerm), base, configuration);
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
                        && version.equals(that.version)
                        && base.equals(that.base)
                        && configuration.equals(that.configuration));
    }

    @Override
    public int hashCode() {
        return 31 * (31 * version.hashCode() + base.hashCode()) + configuration.hashCode();
    }

    @Override
    public String toString() {
        return version + " on " + base + " " + configuration;
    }
}
