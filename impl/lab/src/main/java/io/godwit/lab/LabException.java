package io.godwit.lab;

import java.io.IOException;

/** Something was asked for that cannot be done as things are. */
public final class LabException extends IOException {
    private static final long serialVersionUID = 1;

    /** Says what cannot be done, and what to do about it. */
    public LabException(String message) {
        super(message);
    }
}
