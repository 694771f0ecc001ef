package io.godwit.client;

/** The value of the key is of the wrong kind for the operation, such as a list instead of a number. Nothing was changed. */
public final class WrongKindException extends RuntimeException {
    private static final long serialVersionUID = 1;

    WrongKindException(String message) {
        super(message);
    }
}
