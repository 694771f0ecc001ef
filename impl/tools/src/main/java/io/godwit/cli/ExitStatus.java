package io.godwit.cli;

/** Exit status of every command. */
final class ExitStatus {
    static final int OK = 0;
    static final int CHECK_FAILED = 1;
    static final int BROKEN_INPUT = 2;
    static final int TOOL_FAILED = 3;
    /** The outcome of a call is unknown. */
    static final int UNKNOWN = 4;

    /** The data directory of a member is damaged; the member does not start. */
    static final int DAMAGED = 5;

    /** Another process uses the directory of which the data directory of a member is a copy; the member does not take part. */
    static final int COPY = 6;

    private ExitStatus() {}
}
