package io.godwit.member.runtime;

import io.godwit.member.limit.Limit;
import io.godwit.member.limit.LimitListener;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Keeps the logs of a member within their bounds. Looks at partitions that have changed; only when all logs together have become too
 * large does it look at each of them, which shortens them by half of the bound. For tasks of the event loop.
 */
final class RetainedLogs {
    /** While the logs cannot be shortened enough, this part of the bound may come in addition before the next attempt. */
    private static final int GROWTH_PART = 8;

    private final LogRetention bounds;
    private final Supplier<PartitionVector<Replica>> replicas;
    private final Shortening shortening;
    private final LimitListener limits;

    /** The replicas whose logs are counted in {@link #bytes}. */
    private PartitionVector<Replica> counted;

    private volatile long bytes;
    /** Size at which logs are shortened. */
    private long due;
    /** Whether the logs were larger than their bound when they were counted last. */
    private boolean full;
    /** Partitions that have changed since the last {@link #housekeep}. */
    private final BitSet changed = new BitSet();
    /** Partitions that have changed since {@link #noted}, but for those that have changed since the last {@link #housekeep}. */
    private final BitSet unnoted = new BitSet();
    /** Lengths of logs at the time {@link #noted}: entries up to there are as old as that at least. */
    private Map<Integer, Integer> lengths = new TreeMap<>();

    private long noted;

    /** Shortens logs. */
    interface Shortening {
        /** Forgets entries of a partition's log that are not needed any more, except the last ones. */
        void shorten(int partition, int keep);
    }

    /**
     * Counts nothing yet.
     *
     * @param replicas the member's replicas at any time
     * @param limits is called when the logs become too large, and when they are not any more
     * @param now nanoseconds of the member's clock
     */
    RetainedLogs(
            LogRetention bounds,
            Supplier<PartitionVector<Replica>> replicas,
            Shortening shortening,
            LimitListener limits,
            long now) {
        this.bounds = bounds;
        this.replicas = replicas;
        this.shortening = shortening;
        this.limits = limits;
        this.counted = PartitionVector.filled(replicas.get().size(), Replica.NONE);
        this.due = bounds.bytes();
        this.noted = now;
    }

    /** Estimated size of all logs in bytes, without the last entry of each. Any thread may call. */
    long bytes() {
        return bytes;
    }

    /** Shortens the logs if they have become too large. To be called every few milliseconds. */
    void tick() {
        count();
        if (bytes > due) {
            shortenLargest();
        }
    }

    private void count() {
        PartitionVector<Replica> now = replicas.get();
        now.differences(counted, p -> {
            add(now.get(p).log().olderBytes() - counted.get(p).log().olderBytes());
            changed.set(p);
        });
        counted = now;
        if (full != bytes > bounds.bytes()) {
            full = !full;
            limits.reached(full ? Limit.LOGS_FULL : Limit.LOGS_HAVE_ROOM);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only tasks of the loop change it
    private void add(long more) {
        bytes += more;
    }

    private void shortenLargest() {
        long share = share(bounds.bytes() / 2);
        counted.forEach((p, replica) -> {
            if (replica.log().olderBytes() > share) {
                shortening.shorten(p, replica.log().lastWithin(share));
            }
        });
        count();
        due = Math.max(bounds.bytes(), bytes + bounds.bytes() / GROWTH_PART);
    }

    /** The size to which larger logs have to be shortened so that all of them together have this size; they have more. */
    private long share(long total) {
        long[] sizes = new long[counted.size()];
        counted.forEach((p, replica) -> sizes[p] = replica.log().olderBytes());
        Arrays.sort(sizes);
        long left = total;
        int smaller = 0;
        while (sizes[smaller] <= left / (sizes.length - smaller)) {
            left -= sizes[smaller];
            smaller++;
        }
        return left / (sizes.length - smaller);
    }

    /** Forgets entries of long logs, and old entries. To be called about every second. */
    void housekeep(long now) {
        count();
        for (int p = changed.nextSetBit(0); p >= 0; p = changed.nextSetBit(p + 1)) {
            Log log = counted.get(p).log();
            if (log.length() - log.firstKept() >= 2 * bounds.entries()) {
                shortening.shorten(p, bounds.entries());
            }
        }
        unnoted.or(changed);
        changed.clear();
        due = bounds.bytes();
        if (now - noted >= bounds.nanos()) {
            forgetOld();
            noted = now;
        }
    }

    private void forgetOld() {
        Map<Integer, Integer> old = lengths;
        lengths = new TreeMap<>();
        old.forEach((p, length) -> {
            shortening.shorten(p, Math.max(1, counted.get(p).log().length() - length));
            Log rest = replicas.get().get(p).log();
            if (rest.firstKept() <= length && rest.firstKept() < rest.length()) {
                lengths.put(p, length);
            }
        });
        for (int p = unnoted.nextSetBit(0); p >= 0; p = unnoted.nextSetBit(p + 1)) {
            Log log = counted.get(p).log();
            if (log.firstKept() < log.length()) {
                lengths.putIfAbsent(p, log.length());
            }
        }
        unnoted.clear();
    }
}
