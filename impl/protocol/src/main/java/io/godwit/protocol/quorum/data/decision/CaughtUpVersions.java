package io.godwit.protocol.quorum.data.decision;

import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.quorum.table.Version;

/**
 * The members that primaries have reported as caught up. Immutable.
 *
 * @param versions for each member the latest version under which it was reported
 */
public record CaughtUpVersions(LongMap<Version> versions) {
    /** No member was reported. */
    public static final CaughtUpVersions NOBODY = new CaughtUpVersions(LongMap.empty());

    /** The latest version under which the member was reported as caught up, or {@link Version#NONE}. */
    public Version of(int member) {
        Version version = versions.get(member);
        return version == null ? Version.NONE : version;
    }

    /** With one more report. One of an older version than that known of the member adds nothing. */
    public CaughtUpVersions with(int member, Version version) {
        return version.newerThan(of(member)) ? new CaughtUpVersions(versions.with(member, version)) : this;
    }
}
