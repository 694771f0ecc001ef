package io.godwit.bench.comparison;

import io.godwit.bench.comparison.SeedFlow.CountedMap;
import io.godwit.bench.comparison.SeedFlow.FlowPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Threads that call maps at a steady rate, half gets and half puts. A call is late if the one before it took long; its latency counts from
 * the time at which it should have begun.
 */
final class SteadyCallers implements AutoCloseable {
    private static final int DIGITS = 3;

    private final FlowPlan plan;
    private final List<CountedMap> maps;
    private final List<byte[]> keys;
    private final Recorder latencies = new Recorder(DIGITS);
    private final AtomicLong failed = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean over;

    SteadyCallers(FlowPlan plan, List<CountedMap> maps, List<byte[]> keys) {
        this.plan = plan;
        this.maps = maps;
        this.keys = keys;
        for (int i = 0; i < plan.threads(); i++) {
            int number = i;
            Thread thread = new Thread(() -> run(number), "godwit-bench-caller-" + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    /**
     * The calls since the last look.
     *
     * @param latencies of those that were answered, in microseconds
     * @param failed how many were not
     */
    record Look(Histogram latencies, long failed) {}

    /** Begins. */
    void start() {
        threads.forEach(Thread::start);
    }

    private void run(int number) {
        SplittableRandom random = new SplittableRandom(number);
        long interval = TimeUnit.SECONDS.toNanos(plan.threads()) / plan.rate();
        long next = System.nanoTime() + interval * number / plan.threads();
        while (!over) {
            for (long now = System.nanoTime(); next - now > 0 && !over; now = System.nanoTime()) {
                LockSupport.parkNanos(next - now);
            }
            if (call(random)) {
                latencies.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - next));
            } else {
                failed.incrementAndGet();
            }
            next += interval;
        }
    }

    /** Calls; false if the call failed. */
    private boolean call(SplittableRandom random) {
        CountedMap map = maps.get(random.nextInt(maps.size()));
        byte[] key = keys.get(random.nextInt(keys.size()));
        try {
            if (random.nextBoolean()) {
                map.get(key);
            } else {
                byte[] value = new byte[plan.size()];
                random.nextBytes(value);
                map.put(key, value);
            }
            return true;
        } catch (RuntimeException e) {
            // Each system has exceptions of its own; how many calls failed is in the table.
            return false;
        }
    }

    /** The calls since the last look; for one thread. */
    Look look() {
        return new Look(latencies.getIntervalHistogram(), failed.getAndSet(0));
    }

    /** Begins no more calls. */
    @Override
    public void close() {
        over = true;
    }
}
