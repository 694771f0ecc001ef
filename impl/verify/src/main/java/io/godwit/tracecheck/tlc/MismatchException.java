package io.godwit.tracecheck.tlc;

/** Ends the check of a partition. */
final class MismatchException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient EventMismatch mismatch;

    MismatchException(EventMismatch mismatch) {
        super(mismatch.event());
        this.mismatch = mismatch;
    }

    EventMismatch mismatch() {
        return mismatch;
    }
}
