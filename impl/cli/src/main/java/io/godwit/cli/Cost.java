package io.godwit.cli;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * What some work has cost.
 *
 * @param seconds by the clock on the wall, more than 0
 * @param processorSeconds of all threads of this process, the compiler's and the collector's among them; more than 0
 */
record Cost(double seconds, double processorSeconds) {
    /** What came on top of an earlier reading of the same meter. */
    Cost since(Cost before) {
        return new Cost(seconds - before.seconds, processorSeconds - before.processorSeconds);
    }

    /** Measures from its creation on. */
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
