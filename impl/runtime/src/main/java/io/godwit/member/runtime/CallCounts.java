package io.godwit.member.runtime;

import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.map.Result.Refused;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many calls of clients have ended at a member since it started, by outcome.
 *
 * @param answered calls that were carried out, or found that they could not be
 * @param redirected calls whose clients were told to ask another member, or that there is none yet
 * @param refused calls that the member did not accept: the disk is nearly full, or the map is the members' own
 * @param turnedAway calls whose clients were told, while they waited, that another member leads the partition now; a call that is
 *     answered all the same is also counted elsewhere
 */
public record CallCounts(long answered, long redirected, long refused, long turnedAway) {
    /** No calls. */
    public static final CallCounts NONE = new CallCounts(0, 0, 0, 0);

    /** Counts. Any thread may call. */
    static final class Counters {
        private final LongAdder answered = new LongAdder();
        private final LongAdder redirected = new LongAdder();
        private final LongAdder refused = new LongAdder();
        private final LongAdder turnedAway = new LongAdder();

        /** A client is sent this. */
        void ended(Result result) {
            if (result instanceof NotHere) {
                redirected.increment();
            } else if (result instanceof Refused) {
                refused.increment();
            } else {
                answered.increment();
            }
        }

        /** A client is told where to ask instead of being answered. */
        void turnedAway() {
            turnedAway.increment();
        }

        CallCounts now() {
            return new CallCounts(answered.sum(), redirected.sum(), refused.sum(), turnedAway.sum());
        }
    }
}
