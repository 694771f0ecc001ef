package io.godwit.transport.connection;

import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Refusal;
import java.io.IOException;

/** The other side has refused the connection, and has said why. */
public final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    private final Reason reason;

    /** With what the other side has said. */
    public RefusedException(Refusal refusal) {
        super(refusal.text());
        this.reason = refusal.reason();
    }

    /** Why. */
    public Reason reason() {
        return reason;
    }
}
