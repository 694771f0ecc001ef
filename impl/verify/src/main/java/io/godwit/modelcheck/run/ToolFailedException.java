package io.godwit.modelcheck.run;

/** A checker could not be run at all: nothing was found out, and no file of the user is to blame. */
public final class ToolFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** An exception with what happened. */
    public ToolFailedException(String message) {
        super(message);
    }
}
