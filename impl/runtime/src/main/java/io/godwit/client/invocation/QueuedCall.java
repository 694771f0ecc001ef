package io.godwit.client.invocation;

import io.godwit.client.CallException;
import io.godwit.environment.Clock;

/** A call that waits for a session, or has one. */
abstract class QueuedCall {
    /** The longest first pause; each further one may be as much longer, up to {@link #MAX_PAUSE_MILLIS}. */
    static final int FIRST_PAUSE_MILLIS = 4;

    static final int MAX_PAUSE_MILLIS = 32;

    final boolean relaxed;
    /** When the call fails at the latest, as {@link Clock#nanoTime} counts. */
    final long deadline;

    Session session;
    long number;

    private int pauses;

    QueuedCall(boolean relaxed, long deadline) {
        this.relaxed = relaxed;
        this.deadline = deadline;
    }

    /**
     * How long to wait before the next attempt, in milliseconds, 1 to {@value #MAX_PAUSE_MILLIS}. Short at first: a partition whose
     * primary is replaced is without one for some tens of milliseconds.
     */
    int pause(Clock clock) {
        pauses++;
        return 1 + clock.random((int) Math.min((long) FIRST_PAUSE_MILLIS * pauses, MAX_PAUSE_MILLIS));
    }

    /** Tells the caller that the call has failed. */
    abstract void failed(CallException cause);
}
