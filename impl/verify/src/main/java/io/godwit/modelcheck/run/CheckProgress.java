package io.godwit.modelcheck.run;

/**
 * How far a running checker is.
 *
 * @param generated states generated
 * @param distinct distinct states found
 * @param queue states left to expand
 * @param heapMb memory in use, in MiB
 * @param peakHeapMb the most that it was, in MiB
 */
public record CheckProgress(long generated, long distinct, long queue, long heapMb, long peakHeapMb) {}
