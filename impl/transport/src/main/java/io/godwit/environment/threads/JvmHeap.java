package io.godwit.environment.threads;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import io.godwit.environment.Heap;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * The heap of this Java process, as its collectors report it. Objects that live long have room in the largest of its pools: with the
 * parallel and the serial collector that is the old generation, two thirds of the heap. With G1 and ZGC it is the whole heap, of which
 * a quarter is left for new objects.
 */
public final class JvmHeap implements Heap {
    private static final long MAX_HEAP = Runtime.getRuntime().maxMemory();

    private final List<GarbageCollectorMXBean> collectors =
            ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class);
    private final List<String> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .toList();
    private final long capacity = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .mapToLong(pool -> pool.getUsage().getMax())
            .filter(max -> max > 0)
            .map(max -> Math.min(max, MAX_HEAP / 4 * 3))
            .max()
            .orElse(MAX_HEAP / 4 * 3);

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    public long used() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Override
    public long collections() {
        return collectors.stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    @Override
    public long usedAfterCollection() {
        // Pauses of concurrent collectors are reported, too, with nothing that was left.
        return collectors.stream()
                .map(GarbageCollectorMXBean::getLastGcInfo)
                .filter(Objects::nonNull)
                .filter(info -> left(info) > 0)
                .max(Comparator.comparingLong(GcInfo::getEndTime))
                .map(this::left)
                .orElseGet(this::used);
    }

    private long left(GcInfo info) {
        return pools.stream()
                .map(info.getMemoryUsageAfterGc()::get)
                .filter(Objects::nonNull)
                .mapToLong(usage -> usage.getUsed())
                .sum();
    }

    @Override
    public void collect() {
        System.gc();
    }
}
