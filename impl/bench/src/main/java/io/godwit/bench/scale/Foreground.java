package io.godwit.bench.scale;

import io.godwit.client.GodwitMap;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Gets and puts at a steady rate, half and half. Latency counts from the time at which a call was scheduled, even if it was
 * delayed because too many calls were pending.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the callback of a call records its outcome
final class Foreground implements AutoCloseable {
    private static final int DIGITS = 3;
    private static final int UNDER_WAY = 256;

    private final GodwitMap map;
    private final int keys;
    private final int size;
    private final long interval;
    private final Semaphore free = new Semaphore(UNDER_WAY);
    private final Recorder latencies = new Recorder(DIGITS);
    private final AtomicLong failed = new AtomicLong();
    private final Thread thread = new Thread(this::run, "godwit-foreground");
    private volatile boolean over;

    /** A load that does nothing yet. */
    Foreground(GodwitMap map, int keys, int size, int rate) {
        this.map = map;
        this.keys = keys;
        this.size = size;
        this.interval = TimeUnit.SECONDS.toNanos(1) / rate;
    }

    static byte[] key(int number) {
        return ("key-" + number).getBytes(StandardCharsets.US_ASCII);
    }

    void start() {
        thread.start();
    }

    private void run() {
        SplittableRandom random = new SplittableRandom(2);
        long next = System.nanoTime();
        while (!over) {
            free.acquireUninterruptibly();
            for (long now = System.nanoTime(); next - now > 0 && !over; now = System.nanoTime()) {
                LockSupport.parkNanos(next - now);
            }
            call(random, next);
            next += interval;
        }
    }

    private void call(SplittableRandom random, long begin) {
        byte[] key = key(random.nextInt(keys));
        CompletableFuture<?> answer;
        if (random.nextBoolean()) {
            answer = map.getAsync(key);
        } else {
            byte[] value = new byte[size];
            random.nextBytes(value);
            answer = map.putAsync(key, value);
        }
        answer.whenComplete((result, failure) -> {
            free.release();
            if (failure == null) {
                latencies.recordValue(Math.max(0, TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin)));
            } else {
                failed.incrementAndGet();
            }
        });
    }

    /** Latencies in microseconds since the last look. */
    Histogram look() {
        return latencies.getIntervalHistogram();
    }

    /** Calls that have failed since the last look. */
    long failed() {
        return failed.getAndSet(0);
    }

    @Override
    public void close() {
        over = true;
        free.acquireUninterruptibly(UNDER_WAY);
    }
}
