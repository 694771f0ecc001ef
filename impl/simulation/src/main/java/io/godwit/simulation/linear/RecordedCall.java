package io.godwit.simulation.linear;

import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;

/**
 * A client's call of one operation, from the first time that it was sent to the answer.
 *
 * @param client who called
 * @param number the client's number for it
 * @param operation what was called
 * @param invoked when it was sent first
 * @param answered when the answer came; {@link #NEVER} when none came, so that nobody knows whether it was carried out
 * @param result the answer, or null
 */
public record RecordedCall(long client, long number, Operation operation, long invoked, long answered, Result result) {
    /** Later than everything. */
    public static final long NEVER = Long.MAX_VALUE;

    /** A call with unknown outcome. */
    public static RecordedCall unanswered(long client, long number, Operation operation, long invoked) {
        return new RecordedCall(client, number, operation, invoked, NEVER, null);
    }

    /** Is the outcome known? */
    public boolean known() {
        return result != null;
    }
}
