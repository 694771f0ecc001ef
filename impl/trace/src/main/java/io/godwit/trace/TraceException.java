package io.godwit.trace;

/**
 * Invalid input: a broken trace file, a printed value that is not a TLA+ value, a lens with an unknown key.
 * The message names the place and the remedy.
 */
public final class TraceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** An error with a message that names place and remedy. */
    public TraceException(String message) {
        super(message);
    }

    /** The same, with the error that led to it. */
    public TraceException(String message, Throwable cause) {
        super(message, cause);
    }
}
