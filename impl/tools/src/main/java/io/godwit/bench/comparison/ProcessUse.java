package io.godwit.bench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The resources that the threads of this process have used.
 *
 * @param processor nanoseconds of processor time of the whole process
 * @param allocated bytes that Java's threads have allocated
 * @param waits how often threads have given up a processor to wait for something; each but the last has been woken. 0 where there is no
 *     {@code /proc}
 */
record ProcessUse(
        @JsonProperty("processor") double processor,
        @JsonProperty("allocated") double allocated,
        @JsonProperty("waits") double waits) {
    private static final String WAITS = "voluntary_ctxt_switches:";

    /** Of all threads that run. */
    static ProcessUse ofAll() {
        com.sun.management.ThreadMXBean threads = threads();
        long allocated = 0;
        for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
            allocated += Math.max(0, bytes);
        }
        long waits = 0;
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path task : tasks) {
                waits += waits(task);
            }
        } catch (IOException e) {
            // Not on Linux.
        }
        return new ProcessUse(processorNanos(), allocated, waits);
    }

    /** Of the thread that calls, but for processor time. */
    static ProcessUse ofThisThread() {
        long allocated =
                threads().getThreadAllocatedBytes(Thread.currentThread().getId());
        return new ProcessUse(0, allocated, waits(Path.of("/proc/thread-self")));
    }

    private static com.sun.management.ThreadMXBean threads() {
        return (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    }

    /** Processor time of the whole process; 0 if Java does not tell. */
    static long processorNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean os
                ? os.getProcessCpuTime()
                : 0;
    }

    private static long waits(Path task) {
        try {
            for (String line : Files.readString(task.resolve("status"), StandardCharsets.UTF_8)
                    .split("\n", -1)) {
                if (line.startsWith(WAITS)) {
                    return Long.parseLong(line.substring(WAITS.length()).trim());
                }
            }
            return 0;
        } catch (IOException e) {
            // The thread has ended, or this is not Linux.
            return 0;
        }
    }

    ProcessUse plus(ProcessUse other) {
        return new ProcessUse(processor + other.processor, allocated + other.allocated, waits + other.waits);
    }

    ProcessUse minus(ProcessUse other) {
        return new ProcessUse(processor - other.processor, allocated - other.allocated, waits - other.waits);
    }

    /** The share of one of so many calls. */
    ProcessUse perCall(long calls) {
        return new ProcessUse(processor / calls, allocated / calls, waits / calls);
    }
}
