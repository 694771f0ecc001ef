package io.godwit.bench.comparison;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/** The most of the heap that was in use at once, garbage included. */
final class HeapPeak {
    private HeapPeak() {}

    private static List<MemoryPoolMXBean> pools() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
    }

    /** Looks from now on. */
    static void reset() {
        pools().forEach(MemoryPoolMXBean::resetPeakUsage);
    }

    /** Bytes since the last {@link #reset}. */
    static long bytes() {
        return pools().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    }
}
