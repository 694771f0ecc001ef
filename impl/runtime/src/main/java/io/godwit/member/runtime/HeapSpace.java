package io.godwit.member.runtime;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.environment.Heap;
import io.godwit.member.limit.Limit;
import io.godwit.member.limit.LimitListener;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Checks periodically how much of a member's heap is free. While there is less than a reserve, the member takes no writes of clients
 * that add data, so that there is always room for removals, reads and the protocol.
 *
 * <p>The check counts as used what the last collection has left, and the writes that have arrived since then; no more than is used now.
 * That may be too much, because a collection often leaves garbage, but not too little. Between two checks, half of the reserve may be
 * used. If too little seems to be free, the member collects the heap before it refuses writes. A member that takes no writes has little
 * to collect. So it collects the heap to find out whether there is room again, for at most one part in {@value #SHARE} of the time. This
 * takes as long as any collection of the whole heap.
 */
final class HeapSpace extends FreeSpace {
    /** The heap has room again when the reserve and one part in this many of it are free. With a small part the next collection comes soon. */
    private static final long MARGIN = 2;
    /** While the heap is full, its collections take at most one part in this many of the time. */
    private static final long SHARE = 20;

    private static final long LEAST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Heap heap;
    private final Clock clock;
    private final LongSupplier received;
    /** Number of collections when {@link #left} was read. */
    private long collections = -1;
    /** Bytes that the last collection has left. */
    private long left;
    /** Bytes that had been received before it. */
    private long receivedBefore;
    /** Bytes that had been received at the last check. */
    private long receivedLast;
    /** When so much is received, there is no more room for the time being. */
    private volatile long receivedMost = Long.MAX_VALUE;
    /** Earliest time of the next collection while the heap is full. */
    private long nextCollection;

    /**
     * Creates a check that has not started.
     *
     * @param heap the heap of the process, or null
     * @param executor runs the checks, and waits for collections; null if the heap is not to be checked
     * @param reserve bytes that are to stay free
     * @param received gives how many bytes the member has received that it may keep; any thread may call
     * @param limits is called when the heap is full, and when it has room again
     * @param log gets a line about the same
     */
    HeapSpace(
            Heap heap,
            Executor executor,
            Clock clock,
            long reserve,
            LongSupplier received,
            LimitListener limits,
            Consumer<String> log) {
        super(
                new Texts(Limit.HEAP_FULL, Limit.HEAP_HAS_ROOM, "writes that add data", "the heap"),
                executor,
                clock,
                reserve,
                limits,
                log);
        this.heap = executor == null ? null : heap;
        this.clock = clock;
        this.received = received;
    }

    @Override
    boolean exists() {
        return heap != null;
    }

    @Override
    long free() {
        long now = heap.collections();
        if (now != collections) {
            collections = now;
            left = heap.usedAfterCollection();
            // It may have been any time since the last check.
            receivedBefore = receivedLast;
        }
        receivedLast = received.getAsLong();
        return heap.capacity() - Math.min(heap.used(), left + receivedLast - receivedBefore);
    }

    @Override
    void spare(long bytes) {
        receivedMost = receivedLast + bytes;
    }

    @Override
    public boolean isFull() {
        return super.isFull() || received.getAsLong() > receivedMost;
    }

    /** If writes were taken up to now, garbage would be collected soon in any case; if none are taken, it may stay for long. */
    @Override
    boolean measure(boolean wasFull) {
        long begin = clock.nanoTime();
        if (wasFull && begin - nextCollection < 0) {
            return false;
        }
        heap.collect();
        long end = clock.nanoTime();
        nextCollection = end + Math.max(LEAST_PAUSE_NANOS, SHARE * (end - begin));
        return true;
    }

    @Override
    long margin(long bytes) {
        return bytes / MARGIN;
    }
}
