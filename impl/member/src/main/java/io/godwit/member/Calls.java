package io.godwit.member;

import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.map.Result.Refused;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many calls of clients have come to an end at a member since it started, each of them in one way, and how many clients did not
 * wait for that.
 *
 * @param answered that were carried out, or found that they could not be
 * @param redirected whose clients were told to ask another member, or none yet
 * @param refused that the member did not take: the disk is nearly full, or the map is the members' own
 * @param turnedAway whose clients were told, while they waited, that another member leads the partition now; what is answered all the
 *     same is among the others, too
 */
public record Calls(long answered, long redirected, long refused, long turnedAway) {
    /** None. */
    public static final Calls NONE = new Calls(0, 0, 0, 0);

    /** Counts; any thread may. */
    static final class Counters {
        private final LongAdder answered = new LongAdder();
        private final LongAdder redirected = new LongAdder();
        private final LongAdder refused = new LongAdder();
        private final LongAdder turnedAway = new LongAdder();

        /** A client is told this. */
        void ended(Result result) {
            if (result instanceof NotHere) {
                redirected.increment();
            } else if (result instanceof Refused) {
                refused.increment();
            } else {
                answered.increment();
            }
        }

        /** A client is told where to ask instead of an answer. */
        void turnedAway() {
            turnedAway.increment();
        }

        Calls now() {
            return new Calls(answered.sum(), redirected.sum(), refused.sum(), turnedAway.sum());
        }
    }
}
