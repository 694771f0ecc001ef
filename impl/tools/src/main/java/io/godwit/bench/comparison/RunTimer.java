package io.godwit.bench.comparison;

import io.godwit.bench.comparison.Experiment.MigrationOutcome;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Takes the time of one system's run. */
final class RunTimer {
    private static final int DIGITS = 3;
    private static final long LONGEST = TimeUnit.HOURS.toMicros(1);

    private final Histogram histogram = new Histogram(1, LONGEST, DIGITS);
    private long start;
    private long cpu;

    /** Migrations are released now. */
    void begin() {
        HeapPeak.reset();
        cpu = ProcessUse.processorNanos();
        start = System.nanoTime();
    }

    /** A migration has come to its end. */
    synchronized void migrated(long nanos) {
        histogram.recordValue(Math.min(LONGEST, Math.max(1, TimeUnit.NANOSECONDS.toMicros(nanos))));
    }

    /** All is balanced and safe since then. */
    MigrationOutcome end(long when) {
        long cpuTime = ProcessUse.processorNanos() - cpu;
        long peak = HeapPeak.bytes();
        System.gc();
        long after = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        synchronized (this) {
            return new MigrationOutcome(
                    when - start, histogram.getTotalCount(), Latencies.text(histogram), cpuTime, peak, after);
        }
    }
}
