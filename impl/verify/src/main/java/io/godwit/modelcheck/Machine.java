package io.godwit.modelcheck;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What this machine is, for reports. */
public final class Machine {
    private Machine() {}

    /** Operating system, cores, memory, Java. No name of the machine and no user. */
    public static Map<String, String> describe() {
        Map<String, String> machine = new TreeMap<>();
        machine.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        machine.put("cores", Integer.toString(cores()));
        machine.put("memoryMiB", Long.toString(memoryMiB()));
        machine.put("java", System.getProperty("java.version"));
        return machine;
    }

    /** System, Java and processors in one line, such as {@code Linux amd64, Java 17.0.2+8, 2 processors}. */
    public static String text() {
        return String.format(
                Locale.ROOT,
                "%s %s, Java %s, %d processors",
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                Runtime.version(),
                cores());
    }

    /** Processors that the JVM may use. */
    public static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    static long memoryMiB() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean bean
                ? bean.getTotalMemorySize() >> 20
                : Long.MAX_VALUE;
    }
}
