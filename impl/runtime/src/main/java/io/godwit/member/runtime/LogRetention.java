package io.godwit.member.runtime;

import java.util.concurrent.TimeUnit;

/**
 * How much a member keeps of its partitions' logs. A replica that lacks entries which are not kept any more gets a snapshot. The last
 * entry of a log is always kept, and so are entries that another replica or the disk still lacks.
 *
 * @param entries entries that the log of a partition keeps when it has twice as many; 1 or more
 * @param bytes estimated size of the logs of all partitions, without the last entry of each; 1 or more. Logs that take more are
 *     shortened until they take half of it, the largest ones first
 * @param seconds time for which an entry is kept if the other bounds allow; it is forgotten after at most twice this time; 1 or more
 */
public record LogRetention(int entries, long bytes, int seconds) {
    /** The usual number of entries. */
    public static final int ENTRIES = 1_000;

    /** The usual time in seconds. */
    public static final int SECONDS = 3_600;

    /** The usual bounds for a heap of 512 MiB. */
    public static final LogRetention DEFAULT = ofHeap(512L << 20);

    /** Part of the heap that logs may take. */
    private static final int HEAP_PART = 8;

    /** Refuses bounds that keep nothing. */
    public LogRetention {
        if (entries < 1 || bytes < 1 || seconds < 1) {
            throw new IllegalArgumentException(
                    "bounds of logs must be positive: " + entries + ", " + bytes + ", " + seconds);
        }
    }

    /** The usual bounds of a member with a heap of this many bytes. */
    public static LogRetention ofHeap(long heapBytes) {
        return new LogRetention(ENTRIES, Math.max(1, heapBytes / HEAP_PART), SECONDS);
    }

    /** The time in nanoseconds. */
    long nanos() {
        return TimeUnit.SECONDS.toNanos(seconds);
    }
}
