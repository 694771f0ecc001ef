package io.godwit.tracecheck.log;

/** Logs that nothing can be said about: broken, missing, too short. */
public class LogException extends Exception {
    private static final long serialVersionUID = 1;

    /** Says what is wrong, and where. */
    public LogException(String message) {
        super(message);
    }

    /** Logs that are no behaviour of the specification, in whatever order their events are put. */
    public static final class InvalidLogException extends LogException {
        private static final long serialVersionUID = 1;

        /** Says what cannot be, and where. */
        public InvalidLogException(String message) {
            super(message);
        }
    }
}
