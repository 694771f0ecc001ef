package io.godwit.bench.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleReportTest {
    @Test
    void ratiosAreToTheQuietTime() {
        Phase before = new Phase("before", 8, 0, 0, 1_780, 151_000, 200_000, 0);
        Phase comes = new Phase("a member comes", 4, 134, 1_000, 13_000, 300_000, 500_000, 2);
        assertEquals(
                """
                | change | s | copies | MB | MB/s | half ms | 99 % ms | 99.9 % ms | 99.9 % / before | failed |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
                | before | 8.0 | 0 | 0 | 0.0 | 1.78 | 151.00 | 200.00 | 1.0 | 0 |
                | a member comes | 4.0 | 134 | 1000 | 250.0 | 13.00 | 300.00 | 500.00 | 2.5 | 2 |

                A plain copy over loopback: 1234 MB/s
                """,
                ScaleReport.table(List.of(before, comes), 1_234));
    }

    @Test
    void aPlainCopyGetsThrough() throws IOException, InterruptedException {
        assertTrue(Loopback.megabytesPerSecond(300_000) > 0);
    }
}
