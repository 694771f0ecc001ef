package io.godwit.modelcheck.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
class ToolProcessTest {
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    @Test
    void givesOutputAndStatus() throws Exception {
        ToolProcess.End end = shell("echo one; echo two >&2; exit 7").await(Duration.ofMinutes(1));

        assertEquals(7, end.exit());
        assertFalse(end.timedOut());
        assertEquals(List.of("one", "two"), lines);
    }

    @Test
    void endsWhatTakesTooLong() throws Exception {
        ToolProcess.End end = shell("sleep 1000").await(Duration.ofMillis(50));

        assertTrue(end.timedOut());
    }

    @Test
    void doesNotWaitForWhatAProcessLeftBehind() throws Exception {
        // The output stays open only for a reader that is already waiting for it when the process ends.
        ToolProcess process = shell("echo up; sleep 5 & sleep 1; exit 0");

        IllegalStateException e = assertThrows(
                IllegalStateException.class, () -> process.await(Duration.ofMinutes(1), Duration.ofMillis(100)));

        assertTrue(e.getMessage().contains("still holds its output"), e.getMessage());
    }

    private ToolProcess shell(String script) throws Exception {
        return ToolProcess.start(List.of("sh", "-c", script), Path.of("."), Map.of(), lines::add);
    }
}
