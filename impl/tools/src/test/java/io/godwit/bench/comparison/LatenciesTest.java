package io.godwit.bench.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatenciesTest {
    private static Histogram upTo(int most) {
        Histogram histogram = new Histogram(3);
        for (int i = 1; i <= most; i++) {
            histogram.recordValue(i);
        }
        return histogram;
    }

    @Test
    void histogramGoesThroughAText() {
        assertEquals(upTo(2_000), Latencies.of(Latencies.text(upTo(2_000))));
        assertEquals(0, Latencies.of(Latencies.text(upTo(0))).getTotalCount());
    }

    @Test
    void invalidHistogramIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> Latencies.of("!"));
        assertThrows(IllegalArgumentException.class, () -> Latencies.of("aGVsbG8gd29ybGQsIGhlbGxvIHdvcmxk"));
    }

    @Test
    void tableIsInMilliseconds() {
        assertEquals(
                """
                | ms | calls | half | 90 % | 99 % | 99.9 % | 99.99 % | most |
                |---|---:|---:|---:|---:|---:|---:|---:|
                | all | 1000 | 0.50 | 0.90 | 0.99 | 1.00 | 1.00 | 1.00 |
                | none | 0 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 |
                """,
                Latencies.table("calls", new java.util.TreeMap<>(Map.of("all", upTo(1_000), "none", upTo(0)))));
    }
}
