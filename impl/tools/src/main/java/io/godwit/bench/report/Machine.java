package io.godwit.bench.report;

import java.util.Locale;

/** The machine of a measurement. */
public final class Machine {
    private Machine() {}

    /** System, Java and processors, such as {@code Linux amd64, Java 17.0.2+8, 2 processors}. */
    public static String text() {
        return String.format(
                Locale.ROOT,
                "%s %s, Java %s, %d processors",
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                Runtime.version(),
                Runtime.getRuntime().availableProcessors());
    }
}
