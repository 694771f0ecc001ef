package io.godwit.cli;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The cost of some work.
 *
 * @param seconds elapsed time in seconds, more than 0
 * @param processorSeconds processor time of all threads of this process, JIT and GC included, in seconds; more than 0
 */
record Cost(double seconds, double processorSeconds) {
    /** The cost since an earlier reading of the same meter. */
    Cost since(Cost before) {
        return new Cost(seconds - before.seconds, processorSeconds - before.processorSeconds);
    }

    /** Measures the cost since its creation. */
    static final class Meter {
        private static final double NANOS = 1e9;
        private static final double LEAST = 1e-3;

        private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        private final long start = System.nanoTime();
        private final long processorStart = system.getProcessCpuTime();

        Cost read() {
            return new Cost(since(System.nanoTime(), start), since(system.getProcessCpuTime(), processorStart));
        }

        private static double since(long now, long before) {
            return Math.max(LEAST, (now - before) / NANOS);
        }
    }
}
