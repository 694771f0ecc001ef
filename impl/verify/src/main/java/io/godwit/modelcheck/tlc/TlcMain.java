package io.godwit.modelcheck.tlc;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Main class of a checker's process: prints where TLC is once a second, then runs TLC. TLC itself reports once a minute, which is too seldom to
 * watch; the numbers come from the management bean that it registers. A TLC without that bean just is not watched.
 *
 * <p>Uses nothing but the JDK, because the class path holds no more than this class and the user's TLC.
 */
public final class TlcMain {
    private static final String[][] COUNTS = {
        {"generated", "StatesGenerated"}, {"distinct", "DistinctStatesGenerated"}, {"queue", "StateQueueSize"}
    };

    private TlcMain() {}

    /**
     * Runs the main class that the first argument names with the other arguments.
     *
     * @param args class name, then its arguments
     * @throws ReflectiveOperationException when there is no such class
     */
    public static void main(String[] args) throws ReflectiveOperationException {
        Thread probe = new Thread(TlcMain::reportForEver, "godwit-probe");
        probe.setDaemon(true);
        probe.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> say(""), "godwit-probe-end"));
        String[] rest = Arrays.copyOfRange(args, 1, args.length);
        try {
            Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
        } catch (InvocationTargetException e) {
            e.getCause().printStackTrace();
            System.exit(255);
        }
    }

    private static void reportForEver() {
        while (true) {
            try {
                TimeUnit.SECONDS.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
            report();
        }
    }

    private static void report() {
        StringBuilder counts = new StringBuilder();
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        for (ObjectName name : server.queryNames(null, null)) {
            if (name.getDomain().startsWith("tlc2.tool")) {
                for (String[] count : COUNTS) {
                    append(counts, server, name, count);
                }
            }
        }
        say(counts.toString());
    }

    private static void append(StringBuilder counts, MBeanServer server, ObjectName name, String[] count) {
        try {
            Object value = server.getAttribute(name, count[1]);
            if (value instanceof Long number && number >= 0) {
                counts.append(count[0]).append('=').append(number).append(' ');
            }
        } catch (JMException | RuntimeException e) {
            // Another bean of TLC, or one that is not ready yet: nothing to say this second.
            return;
        }
    }

    private static void say(String counts) {
        long used = 0;
        long peak = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                used += pool.getUsage().getUsed();
                peak += pool.getPeakUsage().getUsed();
            }
        }
        System.out.println(TlcRecord.PROBE + counts + "heap=" + (used >> 20) + " peak=" + (peak >> 20));
    }
}
