package io.godwit.cli;

/** A bar that fills. */
final class Bar {
    private static final int PERCENT = 100;

    private Bar() {}

    /** A bar of that width for a part of a whole; empty if the whole is 0. */
    static String of(long part, long whole, int width) {
        int full = whole <= 0 ? 0 : (int) Math.min(width, part * width / whole);
        return "[" + "#".repeat(full) + "-".repeat(width - full) + "]";
    }

    /** The same, and how many percent. */
    static String withPercent(long part, long whole, int width) {
        return of(part, whole, width)
                + (whole <= 0 ? "   -" : String.format("%3d%%", Math.min(PERCENT, part * PERCENT / whole)));
    }
}
