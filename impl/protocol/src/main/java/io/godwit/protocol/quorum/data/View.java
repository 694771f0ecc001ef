package io.godwit.protocol.quorum.data;

import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import java.util.Objects;

/**
 * A decided configuration under its version. What a member has activated is one, and a decision is made on top of one.
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
