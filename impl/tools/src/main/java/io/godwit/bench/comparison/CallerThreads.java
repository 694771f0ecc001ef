package io.godwit.bench.comparison;

import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import io.godwit.bench.comparison.OperationsLoad.OperationsResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.HdrHistogram.Histogram;

/** Threads that call one after the other, for a while. */
final class CallerThreads {
    private static final int DIGITS = 3;
    private static final int ALL = 100;

    private final OperationsLoad exercise;
    private final MapClient store;
    private final byte[][] keys;

    CallerThreads(OperationsLoad exercise, MapClient store) {
        this.exercise = exercise;
        this.store = store;
        this.keys = new byte[exercise.keys()][];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = ("key-" + i).getBytes(StandardCharsets.US_ASCII);
        }
    }

    /** Writes each key once. */
    void fill() {
        SplittableRandom random = new SplittableRandom(1);
        for (byte[] key : keys) {
            store.put(key, value(random));
        }
    }

    private byte[] value(SplittableRandom random) {
        byte[] value = new byte[exercise.size()];
        random.nextBytes(value);
        return value;
    }

    /** Warms up, and measures with each number of threads. */
    List<OperationsResult> run() throws InterruptedException {
        List<OperationsResult> all = new ArrayList<>();
        for (int threads : exercise.threads()) {
            if (exercise.warmup() > 0) {
                ProcessMessages.say("warms up with " + threads + " threads");
                run(threads, exercise.warmup());
            }
            ProcessMessages.say("measures " + threads + " threads");
            OperationsResult measured = run(threads, exercise.seconds());
            ProcessMessages.say(threads + " threads, " + Math.round(measured.perSecond()) + " calls/s");
            all.add(measured);
        }
        return all;
    }

    private OperationsResult run(int threads, int seconds) throws InterruptedException {
        Histogram reads = new Histogram(DIGITS);
        Histogram writes = new Histogram(DIGITS);
        List<ProcessUse> callers = new ArrayList<>();
        ProcessUse before = ProcessUse.ofAll();
        long start = System.nanoTime();
        long end = start + TimeUnit.SECONDS.toNanos(seconds);
        run(threads, number -> {
            Histogram ownReads = new Histogram(DIGITS);
            Histogram ownWrites = new Histogram(DIGITS);
            call(new SplittableRandom(number), end, ownReads, ownWrites);
            synchronized (reads) {
                reads.add(ownReads);
                writes.add(ownWrites);
                callers.add(ProcessUse.ofThisThread());
            }
        });
        double passed = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
        long calls = reads.getTotalCount() + writes.getTotalCount();
        ProcessUse each = callers.stream()
                .reduce(ProcessUse.ofAll().minus(before), ProcessUse::plus)
                .perCall(calls);
        return new OperationsResult(threads, calls / passed, Latencies.text(reads), Latencies.text(writes), each);
    }

    /**
     * Runs a task in each of some threads, and waits for them.
     *
     * @param task gets the number of its thread, from 0
     * @throws IllegalStateException if the task fails in a thread, with the first failure as its cause
     */
    static void run(int threads, IntConsumer task) throws InterruptedException {
        List<Thread> running = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            Thread thread = new Thread(() -> task.accept(number), "godwit-bench-caller-" + i);
            thread.setUncaughtExceptionHandler((it, failure) -> {
                synchronized (failures) {
                    failures.add(failure);
                }
            });
            running.add(thread);
        }
        running.forEach(Thread::start);
        for (Thread thread : running) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException(failures.get(0));
        }
    }

    private void call(SplittableRandom random, long end, Histogram reads, Histogram writes) {
        long now = System.nanoTime();
        while (now - end < 0) {
            byte[] key = keys[random.nextInt(keys.length)];
            boolean reading = random.nextInt(ALL) < exercise.reads();
            byte[] value = reading ? null : value(random);
            now = System.nanoTime();
            if (reading) {
                store.get(key);
            } else {
                store.put(key, value);
            }
            long done = System.nanoTime();
            (reading ? reads : writes).recordValue(TimeUnit.NANOSECONDS.toMicros(done - now));
            now = done;
        }
    }

    /** A map as a client sees it; for many threads. */
    interface MapClient extends AutoCloseable {
        /** Reads. */
        byte[] get(byte[] key);

        /** Writes, and waits until that is safe. */
        void put(byte[] key, byte[] value);

        @Override
        void close();
    }
}
