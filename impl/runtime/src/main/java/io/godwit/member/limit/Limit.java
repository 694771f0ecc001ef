package io.godwit.member.limit;

/** A limit that a member has reached, or that it does not reach any more. */
public enum Limit {
    /** A connection is not read, because many events wait for the engine. */
    BACKLOG,
    /** It is read again. */
    BACKLOG_OVER,
    /** A client's connection is not read, because much waits for the disk. */
    HELD,
    /** It is read again. */
    RELEASED,
    /** An answer has several pages, and there is no room for all of them. */
    PAGES_WAIT,
    /** Its last page is sent. */
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
    /** Little space is left on the disk: writes are refused. */
    DISK_FULL,
    /** Writes are taken again. */
    DISK_HAS_ROOM,
    /** Little space is left in the heap: writes that add data are refused. */
    HEAP_FULL,
    /** They are taken again. */
    HEAP_HAS_ROOM,
    /** The logs of all partitions take more than they may: the largest ones are shortened. */
    LOGS_FULL,
    /** They take no more than they may. */
    LOGS_HAVE_ROOM
}
