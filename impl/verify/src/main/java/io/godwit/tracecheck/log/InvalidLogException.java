package io.godwit.tracecheck.log;

/** Logs that are no behaviour of the specification, in whatever order their events are put. */
public final class InvalidLogException extends LogException {
    private static final long serialVersionUID = 1;

    /** Says what cannot be, and where. */
    public InvalidLogException(String message) {
        super(message);
    }
}
