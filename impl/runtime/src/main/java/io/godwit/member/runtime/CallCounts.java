package io.godwit.member.runtime;

import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.map.Result.Refused;
import io.godwit.transport.frame.Frame.PartitionsAnswer;
import java.util.concurrent.atomic.LongAdder;

/**
 * Number of client calls that have ended at a member since it started, by outcome.
 *
 * @param answered calls that were carried out, or found that they could not be
 * @param redirected calls whose clients were redirected to another member, or told that there is no primary yet
 * @param refused calls that the member did not accept: the disk is nearly full, or the map is the members' own
 * @param turnedAway calls whose clients were redirected while they waited, because another member has become the primary; a
 *     call that is answered all the same also counts as answered
 */
public record CallCounts(long answered, long redirected, long refused, long turnedAway) {
    /** No calls. */
    public static final CallCounts NONE = new CallCounts(0, 0, 0, 0);

    /** Whether a call with this result counts as answered. */
    static boolean isAnswer(Result result) {
        return !(result instanceof NotHere || result instanceof Refused);
    }

    /** Counts. Any thread may call. */
    static final class Counters {
        private final LongAdder answered = new LongAdder();
        private final LongAdder redirected = new LongAdder();
        private final LongAdder refused = new LongAdder();
        private final LongAdder turnedAway = new LongAdder();

        /** Counts a result that is sent to a client. */
        void ended(Result result) {
            if (result instanceof NotHere) {
                redirected.increment();
            } else if (result instanceof Refused) {
                refused.increment();
            } else {
                answered.increment();
            }
        }

        /** Counts an answer to a call for many partitions. */
        void ended(PartitionsAnswer answer) {
            if (!answer.refusal().isEmpty()) {
                refused.increment();
            } else if (answer.done().isEmpty()) {
                redirected.increment();
            } else {
                answered.increment();
            }
        }

        /** Counts a client that is redirected while its call waits. */
        void turnedAway() {
            turnedAway.increment();
        }

        CallCounts now() {
            return new CallCounts(answered.sum(), redirected.sum(), refused.sum(), turnedAway.sum());
        }
    }
}
