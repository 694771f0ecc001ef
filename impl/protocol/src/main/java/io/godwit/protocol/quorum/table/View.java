package io.godwit.protocol.quorum.table;

import java.util.Objects;

/**
 * A decided configuration under its version: an {@link Entry} without its base, which only the registers ask for. What a member
 * has activated is one.
 *
 * @param version the version, or {@link Version#NONE}
 * @param configuration what was decided
 */
public record View(Version version, Configuration configuration) {
    /** Nothing was activated. */
    public static final View NONE = new View(Version.NONE, Configuration.NONE);

    /** Refuses missing parts. */
    public View {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(configuration, "configuration");
    }
}
