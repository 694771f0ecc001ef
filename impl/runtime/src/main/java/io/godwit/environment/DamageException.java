package io.godwit.environment;

import java.io.IOException;

/** What was read from a disk is not what was written there. Another attempt does not help. */
public final class DamageException extends IOException {
    private static final long serialVersionUID = 1;

    /** Damage at a place that the message names. */
    public DamageException(String message) {
        super(message);
    }

    /** The same, found by something below. */
    public DamageException(String message, Throwable cause) {
        super(message, cause);
    }
}
