package io.godwit.member.transfer;

import java.util.concurrent.TimeUnit;

/** How copies go: as fast as the way allows, or slowly, because clients call meanwhile. */
enum Manner {
    /** Nobody waits for anything else. */
    ALONE(5_000, 0.25, 2),

    /**
     * Clients call. What they call for stands in the same queues as the parts, several times for each call, so that a queue of 5 ms
     * is what half of the calls would take. It is better to take longer.
     */
    BESIDE_CALLS(500, 1.0 / 16, 1);

    /** So long the queue is to be, in nanoseconds. */
    final long target;

    /** The smallest window, in parts: a part, and then a pause that is longer by 1 / least - 1 than the part took. */
    final double least;

    /** The window to begin with, in parts. */
    final double first;

    Manner(long targetMicros, double least, double first) {
        this.target = TimeUnit.MICROSECONDS.toNanos(targetMicros);
        this.least = least;
        this.first = first;
    }
}
