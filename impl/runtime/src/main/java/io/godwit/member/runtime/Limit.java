package io.godwit.member.runtime;

/** What a member does when much waits, and when that is over. */
public enum Limit {
    /** A connection is not read, because many events wait for the engine. */
    BACKLOG,
    /** A client's connection is not read, because much waits for the disk. */
    HELD,
    /** It is read again. */
    RELEASED,
    /** An answer has several pages, and there is no room for all of them. */
    PAGES_WAIT,
    /** Its last page is sent. */
    PAGES_CONTINUE
}
