package io.godwit.simulation.linear;

import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All calls of a run, by key. */
public final class History {
    private final Map<Long, List<RecordedCall>> byKey = new TreeMap<>();
    private int size;

    /** Adds a call whose outcome is known, or will never be. */
    public void add(RecordedCall call) {
        byKey.computeIfAbsent(call.operation().key(), key -> new ArrayList<>()).add(call);
        size++;
    }

    /** The keys, and their calls in the order in which they ended. */
    public Map<Long, List<RecordedCall>> byKey() {
        return byKey;
    }

    /** Number of calls. */
    public int size() {
        return size;
    }

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
    public record RecordedCall(
            long client, long number, Operation operation, long invoked, long answered, Result result) {
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
}
