package io.godwit.bench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import io.godwit.bench.comparison.SeedFlow.CountedMap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Threads that get, put and count, each one call after another, in three mixtures. */
final class PartitionCalls {
    private static final int DIGITS = 3;
    private static final int ALL = 100;

    private final PartitionsPlan plan;
    private final CountedMap map;
    private final byte[][] keys;
    private Recorder gets;
    private Recorder puts;
    private Recorder sizes;

    /** A mixture of calls: a percentage of {@code size}; the others are gets and puts, which are equally likely. */
    enum Mix {
        CALLS("gets and puts", 0),
        WITH_SIZE("a tenth size", 10),
        SIZE("size alone", ALL);

        private final String text;
        private final int size;

        Mix(String text, int size) {
            this.text = text;
            this.size = size;
        }

        String text() {
            return text;
        }
    }

    PartitionCalls(PartitionsPlan plan, CountedMap map) {
        this.plan = plan;
        this.map = map;
        this.keys = new byte[plan.keys()][];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = ("key-" + i).getBytes(StandardCharsets.US_ASCII);
        }
    }

    /** Writes each key once, and counts them. */
    void fill() throws InterruptedException {
        ProcessMessages.say("loads");
        CallerThreads.run(plan.threads(), part -> {
            SplittableRandom random = new SplittableRandom(part);
            for (int i = part; i < keys.length; i += plan.threads()) {
                map.put(keys[i], value(random));
            }
        });
        count();
    }

    /** Throws {@link IllegalStateException} if the map has not as many keys as were put. */
    private void count() {
        long size = map.size();
        if (size != keys.length) {
            throw new IllegalStateException("the map has " + size + " keys, not " + keys.length);
        }
    }

    private byte[] value(SplittableRandom random) {
        byte[] value = new byte[plan.size()];
        random.nextBytes(value);
        return value;
    }

    /** Measures all mixtures, each after a warm-up. */
    List<CallsResult> run() throws InterruptedException {
        List<CallsResult> results = new ArrayList<>();
        for (Mix mix : Mix.values()) {
            if (plan.warmup() > 0) {
                ProcessMessages.say("warms up: " + mix.text());
                run(mix, plan.warmup());
            }
            ProcessMessages.say("measures: " + mix.text());
            CallsResult result = run(mix, plan.seconds());
            ProcessMessages.say(String.format(Locale.ROOT, "%s: %.0f calls/s", mix.text(), result.perSecond()));
            results.add(result);
        }
        return results;
    }

    private CallsResult run(Mix mix, int seconds) throws InterruptedException {
        gets = new Recorder(DIGITS);
        puts = new Recorder(DIGITS);
        sizes = new Recorder(DIGITS);
        List<ProcessUse> callers = new ArrayList<>();
        HeapPeak.reset();
        ProcessPauses pauses = new ProcessPauses();
        ProcessUse before = ProcessUse.ofAll();
        long start = System.nanoTime();
        long end = start + TimeUnit.SECONDS.toNanos(seconds);
        CallerThreads.run(plan.threads(), number -> {
            call(mix, new SplittableRandom(number), end);
            synchronized (callers) {
                callers.add(ProcessUse.ofThisThread());
            }
        });
        double passed = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
        pauses.close();
        Histogram got = gets.getIntervalHistogram();
        Histogram put = puts.getIntervalHistogram();
        Histogram counted = sizes.getIntervalHistogram();
        long calls = got.getTotalCount() + put.getTotalCount() + counted.getTotalCount();
        ProcessUse each = callers.stream()
                .reduce(ProcessUse.ofAll().minus(before), ProcessUse::plus)
                .perCall(calls);
        return new CallsResult(
                mix,
                calls / passed,
                Latencies.text(got),
                Latencies.text(put),
                Latencies.text(counted),
                each,
                pauses.total(),
                pauses.longest(),
                HeapPeak.bytes());
    }

    private void call(Mix mix, SplittableRandom random, long end) {
        long begin = System.nanoTime();
        while (begin - end < 0) {
            Recorder recorder;
            if (random.nextInt(ALL) < mix.size) {
                begin = System.nanoTime();
                count();
                recorder = sizes;
            } else if (random.nextBoolean()) {
                byte[] key = keys[random.nextInt(keys.length)];
                begin = System.nanoTime();
                map.get(key);
                recorder = gets;
            } else {
                byte[] key = keys[random.nextInt(keys.length)];
                byte[] value = value(random);
                begin = System.nanoTime();
                map.put(key, value);
                recorder = puts;
            }
            long done = System.nanoTime();
            recorder.recordValue(TimeUnit.NANOSECONDS.toMicros(done - begin));
            begin = done;
        }
    }

    /**
     * The calls of one mixture. Histograms are compressed HdrHistograms in base 64, in microseconds.
     *
     * @param each what the process, with all members and the client, used for each call
     * @param pauses milliseconds for which the collector stopped the process in all
     * @param longestPause the longest of these pauses, in milliseconds
     * @param heap most bytes of the heap in use at once, garbage included
     */
    record CallsResult(
            @JsonProperty("mix") Mix mix,
            @JsonProperty("perSecond") double perSecond,
            @JsonProperty("gets") String gets,
            @JsonProperty("puts") String puts,
            @JsonProperty("sizes") String sizes,
            @JsonProperty("each") ProcessUse each,
            @JsonProperty("pauses") long pauses,
            @JsonProperty("longestPause") long longestPause,
            @JsonProperty("heap") long heap) {}
}
