package io.godwit.client;

/** A call that has no answer. */
public final class CallException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Outcome outcome;

    /** What became of the call. */
    public enum Outcome {
        /** It was not carried out, and never will be. */
        NOT_DONE,
        /** It may have been carried out, or may be later. */
        UNKNOWN
    }

    /** With the outcome and a message for people. */
    public CallException(Outcome outcome, String message) {
        super(message);
        this.outcome = outcome;
    }

    /** What became of the call. */
    public Outcome outcome() {
        return outcome;
    }
}
