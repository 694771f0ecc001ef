package io.godwit.protocol.quorum.data.decision;

import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.quorum.table.Version;

/**
 * Who is caught up, by the word of a primary. Immutable.
 *
 * @param versions for each member the latest version under which it was said
 */
public record CaughtUpVersions(LongMap<Version> versions) {
    /** Nothing was said of anybody. */
    public static final CaughtUpVersions NOBODY = new CaughtUpVersions(LongMap.empty());

    /** The latest version under which the member was said to be caught up, or {@link Version#NONE}. */
    public Version of(int member) {
        Version version = versions.get(member);
        return version == null ? Version.NONE : version;
    }

    /** One more word. An older one than that which is known adds nothing. */
    public CaughtUpVersions with(int member, Version version) {
        return version.newerThan(of(member)) ? new CaughtUpVersions(versions.with(member, version)) : this;
    }
}
