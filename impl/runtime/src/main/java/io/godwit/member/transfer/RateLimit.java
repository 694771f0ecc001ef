package io.godwit.member.transfer;

import java.util.concurrent.TimeUnit;

/** How fast copies are sent: as fast as the path allows, or more slowly because clients call at the same time. Immutable. */
enum RateLimit {
    /** No client calls. */
    WITHOUT_CALLS(5_000, 0.25, 2),

    /**
     * Clients call. The messages of a call stand in the same queues as the parts, several times for each call, so that a queue of
     * 5 ms would take half of the calls away. It is better that the transfer takes longer.
     */
    WITH_CALLS(500, 1.0 / 16, 1);

    /** Target of the queueing delay. */
    final long targetDelayNanos;

    /** Smallest window, in parts: one part, and then a pause as long as the part took times {@code 1 / minParts - 1}. */
    final double minParts;

    /** Window at the beginning, in parts. */
    final double initialParts;

    RateLimit(long targetDelayMicros, double minParts, double initialParts) {
        this.targetDelayNanos = TimeUnit.MICROSECONDS.toNanos(targetDelayMicros);
        this.minParts = minParts;
        this.initialParts = initialParts;
    }
}
