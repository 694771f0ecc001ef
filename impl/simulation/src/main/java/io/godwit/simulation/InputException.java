package io.godwit.simulation;

/** What the user gave cannot be used; the message says what is wrong and what would be right. */
public final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a message for the user. */
    public InputException(String message) {
        super(message);
    }
}
