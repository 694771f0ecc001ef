package io.godwit.simulation;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What members and clients have to meet in some seed: limits that are reached, and what a restart finds. */
public enum CoverageGoal {
    /** Many events wait for an engine: a connection is not read. */
    BACKLOG,
    /** Such a connection is read again. */
    BACKLOG_OVER,
    /** Much waits for a disk: a client's connection is not read. */
    HELD,
    /** Such a connection is read again. */
    RELEASED,
    /** There is no room for all pages of an answer. */
    PAGES_WAIT,
    /** The last page of such an answer is sent. */
    PAGES_CONTINUE,
    /** A frame for another member is dropped, because much waits to be sent to it. */
    QUEUE_FULL,
    /** There is room again for frames to that member. */
    QUEUE_CONTINUES,
    /** A snapshot is not offered yet, because enough were offered since the last tick. */
    OFFERS_WAIT,
    /** It is offered. */
    OFFERS_CONTINUE,
    /** A snapshot waits, because enough others are sent to the same member. */
    SNAPSHOTS_WAIT,
    /** It is its turn. */
    SNAPSHOTS_CONTINUE,
    /** A snapshot is not exported yet, because there are enough exported files. */
    EXPORTS_WAIT,
    /** It is exported. */
    EXPORTS_CONTINUE,
    /** A part of a snapshot waits, because enough are on their way to the same member. */
    WINDOW_WAIT,
    /** A part is sent after that. */
    WINDOW_CONTINUES,
    /** A part of a snapshot waits, because enough of this snapshot are not acknowledged. */
    PARTS_WAIT,
    /** It need not wait for acknowledgements any more. */
    PARTS_CONTINUE,
    /** Little space is left on a disk: writes are refused. */
    DISK_FULL,
    /** Writes are taken again. */
    DISK_HAS_ROOM,
    /** Little space is left in a heap: writes that add data are refused. */
    HEAP_FULL,
    /** They are taken again. */
    HEAP_HAS_ROOM,
    /** The logs of a member take more than they may: the largest ones are shortened. */
    LOGS_FULL,
    /** They take no more than they may. */
    LOGS_HAVE_ROOM,
    /** A client makes more calls than can be under way at once. */
    CALLS,
    /** A call that had to wait for others of the client has ended. */
    CALLS_CONTINUE,
    /** Of a long log the first entries are not kept any more. */
    LOG_FORGOTTEN,
    /** Sessions of clients have expired. */
    SESSIONS_EXPIRED,
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
    /** A member starts with a log whose first entries it has forgotten since its last start. */
    RESTART_FORGOTTEN_LOG,
    /** A durable member comes back in cluster version 7: the voters have confirmed its run. */
    RESTART_CONFIRMED,
    /** A partition begins again that was declared lost. */
    DECLARED_LOST,
    /** A client that follows the changes of a map is shown a put. */
    CHANGES_SHOWN,
    /** A member does not start, because a record on its disk is damaged. */
    DAMAGE_AT_START,
    /** A member that runs ends, because a record on its disk is damaged. */
    DAMAGE_WHILE_RUNNING;

    /** What no seed reaches, for the reason that {@code docs/verify/simulation.md} says. */
    private static final Set<CoverageGoal> EXCUSED = EnumSet.of(
            SNAPSHOTS_WAIT,
            SNAPSHOTS_CONTINUE,
            EXPORTS_WAIT,
            EXPORTS_CONTINUE,
            PARTS_WAIT,
            PARTS_CONTINUE,
            HEAP_FULL,
            HEAP_HAS_ROOM);

    /** Need it be reached in no seed, for a reason that {@code docs/verify/simulation.md} says? */
    public boolean isExcused() {
        return EXCUSED.contains(this);
    }

    /** How tables call it: {@code pages-wait}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
