package io.godwit.bench.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.bench.Bench;
import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import io.godwit.bench.comparison.Experiment.MigrationOutcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Who never gets done takes nothing from the others. */
@Timeout(120)
class LimitTest {
    /** Gets done at once. */
    static final class Fast {
        private Fast() {}

        public static void main(String[] args) throws Exception {
            Histogram histogram = new Histogram(3);
            histogram.recordValue(1);
            ProcessMessages.tell(List.of(new MigrationOutcome(1_000_000, 7, Latencies.text(histogram), 0, 0, 0)));
        }
    }

    /** Is never balanced. */
    static final class Never {
        private Never() {}

        public static void main(String[] args) throws Exception {
            if (!args[6].equals("1")) {
                // Without the limit it gets done, for once: that is not what the test wants.
                Fast.main(args);
                return;
            }
            ProcessMessages.await("all is balanced and safe", Long.parseLong(args[6]), () -> false);
            ProcessMessages.tell(List.of());
        }
    }

    @Test
    void contenderBeyondTheLimitHasNoResultAndOthersHave(@TempDir Path directory) throws Exception {
        MigrationCommand command = new MigrationCommand();
        StringWriter out = new StringWriter();
        CommandLine line = new CommandLine(command).setOut(new PrintWriter(out));
        line.parseArgs(
                "--cases=2x7",
                "--versions=none",
                "--rounds=1",
                "--limit=1",
                "--heap=64m",
                "--jvm=-XX:TieredStopAtLevel=1,-XX:+UseSerialGC",
                "--out=" + directory);
        int status = command.measure(
                List.of(Experiment.named("2x7", 1, 1, 0)),
                List.of(
                        new ComparedSystem("First", Fast.class, null),
                        new ComparedSystem("Slow", Never.class, null),
                        new ComparedSystem("Last", Fast.class, null)));
        assertEquals(Bench.FAILED, status);
        JsonNode json =
                new ObjectMapper().readTree(directory.resolve("migration.json").toFile());
        assertEquals(List.of("First", "Last"), json.findValuesAsText("system"));
        for (String text : List.of(out.toString(), Files.readString(directory.resolve("migration.md")))) {
            assertTrue(text.contains("| 2x7 | First | 0.00 |"), text);
            assertTrue(text.contains("| 2x7 | Last | 0.00 |"), text);
            assertTrue(text.contains("2x7, Slow: no result"), text);
        }
    }
}
