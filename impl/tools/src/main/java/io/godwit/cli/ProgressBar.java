package io.godwit.cli;

/** A progress bar. */
final class ProgressBar {
    private static final int PERCENT = 100;

    private ProgressBar() {}

    /** A bar of the given width that shows {@code part} of {@code whole}; empty if the whole is 0. */
    static String of(long part, long whole, int width) {
        int full = whole <= 0 ? 0 : (int) Math.min(width, part * width / whole);
        return "[" + "#".repeat(full) + "-".repeat(width - full) + "]";
    }

    /** The bar, followed by the percentage. */
    static String withPercent(long part, long whole, int width) {
        return of(part, whole, width)
                + (whole <= 0 ? "   -" : String.format("%3d%%", Math.min(PERCENT, part * PERCENT / whole)));
    }
}
