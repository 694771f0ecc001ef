package io.godwit.bench.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.godwit.bench.operations.Measured.Latency;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class OperationsTest {
    @Test
    void anExerciseGoesThroughTheArgumentsOfAProcess() {
        Exercise exercise = new Exercise(3, 271, 10, 100, 50, 0, 1, List.of(1, 16));
        assertEquals(exercise, Exercise.of(exercise.arguments()));
    }

    @Test
    void whatCannotBeMeasuredIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Exercise(3, 271, 10, 100, 50, 0, 1, List.of()));
        assertThrows(IllegalArgumentException.class, () -> new Exercise(3, 271, 10, 100, -1, 0, 1, List.of(1)));
        assertThrows(IllegalArgumentException.class, () -> new Exercise(0, 271, 10, 100, 50, 0, 1, List.of(1)));
    }

    @Test
    void theTableHasARowForEachNumberOfThreads() {
        Measured one = new Measured(1, 933.4, new Latency(1, 2, 3), new Latency(4, 5, 6));
        assertEquals(
                """
                | contender | threads | calls/s | get us: half | 99 % | 99.9 % | put us: half | 99 % | 99.9 % |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|
                | Godwit | 1 | 933 | 1 | 2 | 3 | 4 | 5 | 6 |
                """,
                OperationsReport.table(Map.of("Godwit", List.of(one))));
    }

    @Test
    void callsAsManyAsItIsToldTo() throws InterruptedException {
        Map<String, byte[]> content = new ConcurrentHashMap<>();
        Store store = new Store() {
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
        Drive drive = new Drive(new Exercise(1, 1, 10, 4, 0, 0, 1, List.of(2)), store);
        drive.fill();
        assertEquals(10, content.size());
        Measured measured = drive.run().get(0);
        assertEquals(2, measured.threads());
        assertEquals(0, measured.reads().half());
        assertEquals(4, content.get("key-3").length);
    }
}
