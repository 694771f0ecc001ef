package io.godwit.member.runtime;

import java.io.IOException;

/** The member does not take part: its directory is a copy of one that another process uses, or is older than that one. */
public final class CopyException extends IOException {
    private static final long serialVersionUID = 1L;

    CopyException(String message) {
        super(message);
    }
}
