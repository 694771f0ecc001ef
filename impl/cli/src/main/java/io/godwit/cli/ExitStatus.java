package io.godwit.cli;

/** Exit status of every command. */
final class ExitStatus {
    static final int OK = 0;
    static final int CHECK_FAILED = 1;
    static final int BROKEN_INPUT = 2;
    static final int TOOL_FAILED = 3;
    /** Nobody knows whether a call was carried out. */
    static final int UNKNOWN = 4;

    /** What a member has kept is damaged; it does not start from it. */
    static final int DAMAGED = 5;

    private ExitStatus() {}
}
