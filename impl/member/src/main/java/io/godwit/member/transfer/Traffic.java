package io.godwit.member.transfer;

import java.util.concurrent.atomic.LongAdder;

/**
 * What a member has sent of logs since it started, beside those that are so small that they go into a letter.
 *
 * @param bytes of parts, as they went over the wire
 * @param whole logs of which everything was sent
 * @param differences logs of which only the end was sent
 * @param rollbacks those of these for which the receiver had to take something back
 */
public record Traffic(long bytes, long whole, long differences, long rollbacks) {
    /** Nothing. */
    public static final Traffic NONE = new Traffic(0, 0, 0, 0);

    /** The sum of both. */
    public Traffic plus(Traffic more) {
        return new Traffic(
                bytes + more.bytes, whole + more.whole, differences + more.differences, rollbacks + more.rollbacks);
    }

    /** What was sent since then. */
    public Traffic minus(Traffic then) {
        return new Traffic(
                bytes - then.bytes, whole - then.whole, differences - then.differences, rollbacks - then.rollbacks);
    }

    /** Counts; any thread may. */
    static final class Counters {
        private final LongAdder bytes = new LongAdder();
        private final LongAdder whole = new LongAdder();
        private final LongAdder differences = new LongAdder();
        private final LongAdder rollbacks = new LongAdder();

        void part(long size) {
            bytes.add(size);
        }

        void sent(boolean difference, boolean rollback) {
            (difference ? differences : whole).increment();
            if (difference && rollback) {
                rollbacks.increment();
            }
        }

        Traffic now() {
            return new Traffic(bytes.sum(), whole.sum(), differences.sum(), rollbacks.sum());
        }
    }
}
