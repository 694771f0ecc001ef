package io.godwit.bench.comparison;

import io.godwit.bench.comparison.Page.Table;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms of times in microseconds: as text, which JSON holds, and as a table of percentiles. */
final class Latencies {
    private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9, 99.99, 100.0);

    private Latencies() {}

    /** A compressed HdrHistogram in base 64. */
    public static String text(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        byte[] bytes = new byte[histogram.encodeIntoCompressedByteBuffer(buffer)];
        buffer.rewind();
        buffer.get(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    /**
     * The histogram that became a text.
     *
     * @throws IllegalArgumentException if the text is none of {@link #text}
     */
    public static Histogram of(String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("not a histogram", e);
        }
    }

    /**
     * Percentiles in milliseconds, in Markdown.
     *
     * @param what is counted
     * @param histograms by name, in microseconds
     */
    public static String table(String what, Map<String, Histogram> histograms) {
        List<String> columns = new ArrayList<>(List.of("ms", what));
        PERCENTILES.forEach(p -> columns.add(p == 100 ? "most" : name(p)));
        Table table = new Table(1, columns);
        histograms.forEach((name, histogram) -> table.row(PERCENTILES.stream()
                .map(p -> String.format(Locale.ROOT, " | %.2f", histogram.getValueAtPercentile(p) / 1e3))
                .collect(Collectors.joining("", name + " | " + histogram.getTotalCount(), ""))));
        return table.text();
    }

    /** {@code 99.9 %}, and {@code half} for the one in the middle. */
    static String name(double percentile) {
        return percentile == 50
                ? "half"
                : (percentile == Math.rint(percentile)
                                ? String.format(Locale.ROOT, "%.0f", percentile)
                                : Double.toString(percentile))
                        + " %";
    }
}
