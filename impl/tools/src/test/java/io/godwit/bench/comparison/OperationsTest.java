package io.godwit.bench.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.bench.comparison.CallerThreads.MapClient;
import io.godwit.bench.comparison.OperationsLoad.OperationsResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationsTest {
    @Test
    void exerciseGoesThroughTheArgumentsOfAProcess() {
        OperationsLoad exercise = new OperationsLoad(3, 271, 1, 10, 100, 50, 0, 1, List.of(1, 16));
        assertEquals(exercise, OperationsLoad.of(exercise.arguments()));
    }

    @Test
    void invalidSettingsAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new OperationsLoad(3, 271, 1, 10, 100, 50, 0, 1, List.of()));
        assertThrows(
                IllegalArgumentException.class, () -> new OperationsLoad(3, 271, 1, 10, 100, -1, 0, 1, List.of(1)));
        assertThrows(
                IllegalArgumentException.class, () -> new OperationsLoad(0, 271, 0, 10, 100, 50, 0, 1, List.of(1)));
        assertThrows(
                IllegalArgumentException.class, () -> new OperationsLoad(3, 271, 3, 10, 100, 50, 0, 1, List.of(1)));
    }

    private static OperationsResult measured(int threads, double perSecond, long read, long write) {
        return new OperationsResult(threads, perSecond, only(read), only(write), new ProcessUse(12_340, 1_560, 2.25));
    }

    private static String only(long micros) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(micros);
        return Latencies.text(histogram);
    }

    private static OperationsReport report() {
        Map<String, List<OperationsResult>> rows = new LinkedHashMap<>();
        rows.put("Godwit", List.of(measured(1, 933.4, 7, 8), measured(16, 9_000, 70, 80)));
        rows.put("Hazelcast 5.7.0", List.of(measured(1, 2_900, 3, 4)));
        return new OperationsReport(rows, "some machine");
    }

    @Test
    void tableHasARowForEachNumberOfThreads() {
        assertEquals(
                """
                | system | threads | calls/s | get us: half | 99 % | 99.9 % | put us: half | 99 % | 99.9 % | of each call: CPU us | KB | waits |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
                | Godwit | 1 | 933 | 7 | 7 | 7 | 8 | 8 | 8 | 12.3 | 1.6 | 2.3 |
                | Godwit | 16 | 9000 | 70 | 70 | 70 | 80 | 80 | 80 | 12.3 | 1.6 | 2.3 |
                | Hazelcast 5.7.0 | 1 | 2900 | 3 | 3 | 3 | 4 | 4 | 4 | 12.3 | 1.6 | 2.3 |
                """,
                report().table());
    }

    @Test
    void percentilesAreOfGetsAndOfPuts() {
        List<String> lines = report().percentiles().lines().toList();
        assertEquals(8, lines.size());
        assertTrue(lines.get(2).startsWith("| Godwit, get, 1 thr. | 1 | 0.01 |"), lines.get(2));
        assertTrue(lines.get(5).startsWith("| Hazelcast 5.7.0, put, 1 thr. | 1 |"), lines.get(5));
    }

    @Test
    void plotsHaveABarForEachRowAndCurvesForMostThreads() {
        assertEquals(3, report().throughput().split("height='17'", -1).length - 1);
        String curves = report().latencies();
        assertEquals(2, curves.split("<polyline", -1).length - 1);
        assertTrue(curves.contains("16 threads"));
    }

    @Test
    void allOfItIsWritten(@TempDir Path directory) throws IOException {
        report().write(directory.resolve("new"));
        String text = Files.readString(directory.resolve("new/operations.md"));
        assertTrue(text.startsWith("some machine\n"));
        for (String file : List.of("operations.svg", "operations-latency.svg")) {
            assertTrue(text.contains("(" + file + ")"), text);
            assertTrue(Files.readString(directory.resolve("new").resolve(file)).startsWith("<svg"));
        }
        assertTrue(Files.readString(directory.resolve("new/operations.json")).contains("\"perSecond\" : 933.4"));
    }

    /** Each call allocates 100,000 bytes and waits once, in a thread that has ended when all threads are counted. */
    @Test
    void useIsThatOfAllThreads() throws InterruptedException {
        MapClient store = new MapClient() {
            /** Keeps the compiler from leaving the array out. */
            private volatile byte[] last;

            @Override
            public byte[] get(byte[] key) {
                last = new byte[100_000];
                LockSupport.parkNanos(1_000_000);
                return last;
            }

            @Override
            public void put(byte[] key, byte[] value) {}

            @Override
            public void close() {}
        };
        ProcessUse each = new CallerThreads(new OperationsLoad(1, 1, 0, 10, 4, 100, 0, 1, List.of(2)), store)
                .run()
                .get(0)
                .each();
        assertTrue(100_000 <= each.allocated() && each.allocated() < 200_000, each.toString());
        assertTrue(each.waits() >= 0.9 || !Files.exists(Path.of("/proc/self/task")), each.toString());
        assertTrue(each.processor() > 0, each.toString());
    }

    @Test
    void callsAsManyAsItIsToldTo() throws InterruptedException {
        Map<String, byte[]> content = new ConcurrentHashMap<>();
        MapClient store = new MapClient() {
            @Override
            public byte[] get(byte[] key) {
                return content.get(new String(key, java.nio.charset.StandardCharsets.US_ASCII));
            }

            @Override
            public void put(byte[] key, byte[] value) {
                content.put(new String(key, java.nio.charset.StandardCharsets.US_ASCII), value);
            }

            @Override
            public void close() {}
        };
        CallerThreads drive = new CallerThreads(new OperationsLoad(1, 1, 0, 10, 4, 0, 0, 1, List.of(2)), store);
        drive.fill();
        assertEquals(10, content.size());
        OperationsResult measured = drive.run().get(0);
        assertEquals(2, measured.threads());
        assertEquals(0, measured.readTimes().getTotalCount());
        assertTrue(measured.writeTimes().getTotalCount() > 0);
        assertEquals(4, content.get("key-3").length);
    }

    @Test
    void syncedFilesHoldEachValueOncePerCopy(@TempDir Path directory) throws Exception {
        OperationsLoad exercise = new OperationsLoad(2, 1, 1, 10, 4, 0, 0, 1, List.of(3));
        try (SyncedFiles files = new SyncedFiles(directory, 2)) {
            long puts =
                    new CallerThreads(exercise, files).run().get(0).writeTimes().getTotalCount();
            assertTrue(puts > 0);
            assertEquals(4 * puts, Files.size(directory.resolve("copy-0")));
            assertEquals(4 * puts, Files.size(directory.resolve("copy-1")));
        }
    }
}
