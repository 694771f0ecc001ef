package io.godwit.protocol.classic.data;

import io.godwit.protocol.SpecVariable;
import io.godwit.protocol.map.MapContent;

/**
 * A member's copy of a partition. Immutable.
 *
 * @param content what was written
 * @param version a counter: how many writes the member believes to have. It has no epoch, so that two owners use the same
 *     numbers for different writes
 * @param dirty whether a gap was seen, so that the copy wants a sync
 * @param late whether a clean-up is queued; only without {@code FINALISE_BEFORE_COPY}
 */
public record Replica(
        @SpecVariable("classic/ClassicState!data") MapContent content,
        @SpecVariable("classic/ClassicState!ver") int version,
        @SpecVariable("classic/ClassicState!dirty") boolean dirty,
        @SpecVariable("classic/ClassicState!late") boolean late) {
    /** Nothing. */
    public static final Replica EMPTY = new Replica(MapContent.EMPTY, 0, false, false);

    /** This copy replaced by another one as a whole. */
    public Replica loaded(MapContent newContent, int newVersion) {
        return new Replica(newContent, newVersion, false, late);
    }

    /** This copy dropped; a queued clean-up stays queued. */
    public Replica dropped() {
        return loaded(MapContent.EMPTY, 0);
    }

    /** This copy with a clean-up queued. */
    public Replica condemned() {
        return new Replica(content, version, dirty, true);
    }
}
