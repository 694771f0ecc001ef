package io.godwit.bench.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.bench.comparison.ScaleCluster.Phase;
import io.godwit.bench.comparison.ScaleCommand.Loopback;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScaleReportTest {
    /** Half of the calls take one millisecond; the others as long as said. */
    private static Phase phase(String name, double seconds, long copies, double megabytes, long most, long failed) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(1_000, 500);
        histogram.recordValueWithCount(most, 500);
        return new Phase(name, seconds, copies, megabytes, Latencies.text(histogram), failed);
    }

    private static ScaleReport report() {
        return new ScaleReport(
                "some machine",
                List.of(phase("before", 8, 0, 0, 2_000, 0), phase("a member comes", 4, 134, 1_000, 5_000, 2)),
                1_250);
    }

    @Test
    void ratiosAreToTheQuietTime() {
        assertEquals(
                """
                | change | s | copies | MB | MB/s | of plain | half ms | 99 % ms | 99.9 % ms | 99.9 % / before | failed |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
                | before | 8.0 | 0 | 0 | 0.0 | 0.0 % | 1.00 | 2.00 | 2.00 | 1.0 | 0 |
                | a member comes | 4.0 | 134 | 1000 | 250.0 | 20.0 % | 1.00 | 5.00 | 5.00 | 2.5 | 2 |

                A plain copy over loopback: 1250 MB/s
                """,
                report().table());
    }

    @Test
    void plotsHaveABarForEachFigureAndACurveForEachPhase() {
        assertEquals(4, report().bars().split("height='17'", -1).length - 1);
        assertEquals(2, report().latencies().split("<polyline", -1).length - 1);
    }

    @Test
    void allOfItIsWritten(@TempDir Path directory) throws IOException {
        report().write(directory.resolve("new"));
        String text = Files.readString(directory.resolve("new/scale.md"));
        assertTrue(text.startsWith("some machine\n"));
        assertTrue(text.contains("| before | 1000 | 1.00 | 2.00 | 2.00 | 2.00 | 2.00 | 2.00 |"), text);
        for (String file : List.of("scale.svg", "scale-latency.svg")) {
            assertTrue(text.contains("(" + file + ")"), text);
            assertTrue(Files.readString(directory.resolve("new").resolve(file)).startsWith("<svg"));
        }
        assertTrue(Files.readString(directory.resolve("new/scale.json")).contains("\"loopback\" : 1250.0"));
    }

    @Test
    void plainCopyGetsThrough() throws IOException, InterruptedException {
        assertTrue(Loopback.megabytesPerSecond(300_000) > 0);
    }
}
