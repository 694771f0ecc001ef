package io.godwit.lab;

import java.io.IOException;

/** A request that cannot be carried out in the present state. */
public final class LabException extends IOException {
    private static final long serialVersionUID = 1;

    /** Creates an exception whose message names the problem and the remedy. */
    public LabException(String message) {
        super(message);
    }
}
