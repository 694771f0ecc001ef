package io.godwit.member.transfer;

import java.util.concurrent.TimeUnit;

/**
 * The rate at which copies are sent: as fast as the path allows, or more slowly because clients call at the same time.
 * Immutable.
 */
enum RateLimit {
    /** No client calls. */
    WITHOUT_CALLS(5_000, 0.25, 2),

    /**
     * Clients call. The messages of a call stand in the same queues as the chunks, several times for each call, so that a
     * queue of 5 ms would halve the number of calls. It is better that the transfer takes longer.
     */
    WITH_CALLS(500, 1.0 / 16, 1);

    /** Target of the queueing delay. */
    final long targetDelayNanos;

    /** Smallest window, in chunks: one chunk, and then a pause as long as the chunk took times {@code 1 / minChunks - 1}. */
    final double minChunks;

    /** Window at the beginning, in chunks. */
    final double initialParts;

    RateLimit(long targetDelayMicros, double minChunks, double initialParts) {
        this.targetDelayNanos = TimeUnit.MICROSECONDS.toNanos(targetDelayMicros);
        this.minChunks = minChunks;
        this.initialParts = initialParts;
    }
}
