package io.godwit.simulation.subject;

import java.util.Locale;

/** What members and clients have to meet in some seed: limits that are reached, and what a restart finds. */
public enum Reached {
    /** Many events wait for an engine: a connection is not read. */
    BACKLOG,
    /** Much waits for a disk: a client's connection is not read. */
    HELD,
    /** Such a connection is read again. */
    RELEASED,
    /** There is no room for all pages of an answer. */
    PAGES_WAIT,
    /** The last page of such an answer is sent. */
    PAGES_CONTINUE,
    /** A client makes more calls than can be under way at once. */
    CALLS,
    /** A write over a connection has to wait, because the other side does not take it. */
    WRITES_WAIT,
    /** Such a write continues. */
    WRITES_CONTINUE,
    /** A copy that has come as a file is stored. */
    COPY_LOADED,
    /** A primary starts beside a replica that has not activated its version. */
    RESTART_BESIDE_INACTIVE,
    /** A voter starts that has promised a later term than that of anything it has accepted. */
    RESTART_VOTED,
    /** A member starts whose term is not that of its voters. */
    RESTART_OTHER_TERM,
    /** A primary starts that has proposed a learner. */
    RESTART_PROPOSED_LEARNER,
    /** A member starts with a log that had replaced a shorter one. */
    RESTART_LONGER_LOG,
    /** A member starts with a log that had replaced a longer one. */
    RESTART_SHORTER_LOG,
    /** A member does not start, because a record on its disk is damaged. */
    DAMAGE_AT_START,
    /** A member that runs ends, because a record on its disk is damaged. */
    DAMAGE_WHILE_RUNNING;

    /** How tables call it: {@code pages-wait}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
