package io.godwit.client;

/** The key holds something that the operation cannot work on, such as a list where a number is needed. Nothing was changed. */
public final class WrongKindException extends RuntimeException {
    private static final long serialVersionUID = 1;

    WrongKindException(String message) {
        super(message);
    }
}
