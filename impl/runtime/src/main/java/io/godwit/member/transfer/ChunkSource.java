package io.godwit.member.transfer;

import io.godwit.transport.frame.Frame;

/** Makes the chunks of one snapshot, one at a time. Belongs to the "transfer" executor. */
interface ChunkSource {
    /** Approximate size of a chunk in bytes. */
    int CHUNK_BYTES = 256 << 10;

    /** Whether {@link #next} has another chunk. There is at least one. */
    boolean hasNext();

    /**
     * Makes the next chunk.
     *
     * @param index its number
     */
    Frame next(int index);

    /** Number of keys or entries in the chunks that were made. */
    long made();

    /** Counts a chunk that was sent. */
    void count(TransferStatistics.Counters traffic, long bytes);

    /** Counts the snapshot, all of which was sent. */
    void finish(TransferStatistics.Counters traffic);

    /** Whether the snapshot ends only when all of its chunks are acknowledged. */
    boolean awaitsAcknowledgements();

    /** Releases the resources of the source. */
    void close();
}
