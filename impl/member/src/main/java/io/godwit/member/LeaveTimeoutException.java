package io.godwit.member;

/** A member has stopped before it had left, because it is configured to do so after a time. */
public final class LeaveTimeoutException extends Exception {
    private static final long serialVersionUID = 1;

    LeaveTimeoutException(String message) {
        super(message);
    }
}
