package io.godwit.lab;

import io.godwit.client.CallException;
import io.godwit.client.CallException.Outcome;
import io.godwit.client.GodwitMap;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * A load of reads and writes at a steady rate, with latencies. With a rate, latency counts from the time at which the call was
 * scheduled, even if it was delayed because too many calls were pending.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the callback of a call records its outcome
public final class SteadyLoad implements AutoCloseable {
    private static final int DIGITS = 3;
    private static final int ALL = 100;

    private final GodwitMap map;
    private final Plan plan;
    private final Semaphore free;
    private final Recorder latencies = new Recorder(DIGITS);
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();
    private final AtomicReference<String> problem = new AtomicReference<>("");
    private final Thread thread = new Thread(this::run, "godwit-load");
    private volatile boolean over;
    private volatile Throwable broken;

    /**
     * The settings.
     *
     * @param keys number of keys, 1 or more
     * @param size size of a value in bytes, 0 to 16 MiB
     * @param reads percentage of reads, 0 to 100
     * @param concurrency maximum number of concurrent calls, 1 or more
     * @param rate calls per second, or 0 for no limit
     */
    public record Plan(int keys, int size, int reads, int concurrency, int rate) {
        /** Throws {@link IllegalArgumentException} if a value is out of range. */
        public Plan {
            if (keys < 1
                    || size < 0
                    || size > GodwitMap.MAX_BYTES
                    || reads < 0
                    || reads > ALL
                    || concurrency < 1
                    || rate < 0) {
                throw new IllegalArgumentException("keys and concurrency are 1 or more, the size is 0 to "
                        + GodwitMap.MAX_BYTES + " bytes, the rate not negative, reads from 0 to 100 percent");
            }
        }
    }

    /**
     * The results since the last call.
     *
     * @param latencies latencies of answered calls, in microseconds
     * @param failed calls that were not carried out
     * @param unknown calls with an unknown outcome
     * @param problem the message of the last one, or empty
     */
    public record Look(Histogram latencies, long failed, long unknown, String problem) {}

    /** Creates a load; {@link #start} starts it. */
    public SteadyLoad(GodwitMap map, Plan plan) {
        this.map = map;
        this.plan = plan;
        this.free = new Semaphore(plan.concurrency());
        thread.setDaemon(true);
    }

    /** The key with this number, from 0. */
    public static byte[] key(int number) {
        return ("key-" + number).getBytes(StandardCharsets.US_ASCII);
    }

    /** Begins. */
    public void start() {
        thread.start();
    }

    private void run() {
        try {
            SplittableRandom random = new SplittableRandom();
            long interval = plan.rate() == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / plan.rate();
            long next = System.nanoTime();
            while (!over) {
                free.acquire();
                long begin = System.nanoTime();
                if (interval > 0) {
                    for (; next - begin > 0 && !over; begin = System.nanoTime()) {
                        LockSupport.parkNanos(next - begin);
                    }
                    begin = next;
                    next += interval;
                }
                call(random, begin);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // The call that could not begin has no answer that would give its place back.
            free.release();
            broken = e;
        }
    }

    private void call(SplittableRandom random, long begin) {
        byte[] key = key(random.nextInt(plan.keys()));
        CompletableFuture<?> answer;
        if (random.nextInt(ALL) < plan.reads()) {
            answer = map.getAsync(key);
        } else {
            byte[] value = new byte[plan.size()];
            random.nextBytes(value);
            answer = map.putAsync(key, value);
        }
        answer.whenComplete((result, failure) -> {
            free.release();
            if (failure == null) {
                latencies.recordValue(Math.max(0, TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin)));
            } else {
                failed(
                        failure instanceof CompletionException && failure.getCause() != null
                                ? failure.getCause()
                                : failure);
            }
        });
    }

    private void failed(Throwable cause) {
        if (cause instanceof CallException call && call.outcome() == Outcome.UNKNOWN) {
            unknown.incrementAndGet();
        } else {
            failed.incrementAndGet();
        }
        problem.set(String.valueOf(cause.getMessage()));
    }

    /** Returns the results since the last call; for one thread only. */
    public Look look() {
        if (broken != null) {
            throw new IllegalStateException(broken);
        }
        return new Look(
                latencies.getIntervalHistogram(), failed.getAndSet(0), unknown.getAndSet(0), problem.getAndSet(""));
    }

    /** Stops starting calls and waits for pending ones. */
    @Override
    public void close() {
        over = true;
        try {
            thread.join();
            free.acquire(plan.concurrency());
            free.release(plan.concurrency());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
