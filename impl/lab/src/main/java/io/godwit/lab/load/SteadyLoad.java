package io.godwit.lab.load;

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
 * Reads and writes at a steady rate, and how long they take. With a rate, a call is late from the moment at which it should have
 * begun, also if it could not begin because too many were under way.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what comes of a call is noted by its own callback
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
     * What is done.
     *
     * @param keys on how many keys, 1 or more
     * @param size bytes of a value, 0 to 16 MiB
     * @param reads percent of the calls that read, 0 to 100
     * @param concurrency calls under way at once at most, 1 or more
     * @param rate calls in a second, or 0 for as many as there can be
     */
    public record Plan(int keys, int size, int reads, int concurrency, int rate) {
        /** Refuses what makes no sense. */
        public Plan {
            if (keys < 1
                    || size < 0
                    || size > GodwitMap.LONGEST
                    || reads < 0
                    || reads > ALL
                    || concurrency < 1
                    || rate < 0) {
                throw new IllegalArgumentException("keys and concurrency are 1 or more, the size is 0 to "
                        + GodwitMap.LONGEST + " bytes, the rate not negative, reads from 0 to 100 percent");
            }
        }
    }

    /**
     * What has been done since the last look.
     *
     * @param latencies of the calls that were answered, in microseconds
     * @param failed calls that were not carried out
     * @param unknown calls of which nobody knows
     * @param problem what the last of these said, or nothing
     */
    public record Look(Histogram latencies, long failed, long unknown, String problem) {}

    /** A load that does nothing yet. */
    public SteadyLoad(GodwitMap map, Plan plan) {
        this.map = map;
        this.plan = plan;
        this.free = new Semaphore(plan.concurrency());
        thread.setDaemon(true);
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
        byte[] key = ("key-" + random.nextInt(plan.keys())).getBytes(StandardCharsets.US_ASCII);
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

    /** What has been done since the last look; for one thread. */
    public Look look() {
        if (broken != null) {
            throw new IllegalStateException(broken);
        }
        return new Look(
                latencies.getIntervalHistogram(), failed.getAndSet(0), unknown.getAndSet(0), problem.getAndSet(""));
    }

    /** Begins no more calls, and waits for those that are under way. */
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
