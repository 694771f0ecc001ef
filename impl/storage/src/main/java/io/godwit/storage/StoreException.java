package io.godwit.storage;

import java.io.IOException;

/** What is on the disk cannot be used, or nothing can be put there. */
public final class StoreException extends IOException {
    private static final long serialVersionUID = 1;

    StoreException(String message) {
        super(message);
    }

    StoreException(String message, Throwable cause) {
        super(message + ": " + cause.getMessage(), cause);
    }
}
