package io.godwit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SimulateCommandTest {
    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(args);
    }

    @Test
    void quorumPassesAFewSeeds() {
        int status = run("simulate", "--seeds", "4", "--time", "10s", "--workers", "1");
        assertEquals(0, status, () -> out + "" + err);
        assertTrue(out.toString().contains("4 seeds: 4 passed, 0 failed"), out::toString);
    }

    @Test
    void digestDependsOnLogsOnly() {
        assertEquals(digest("--seeds", "3", "--workers", "1"), digest("--seeds", "3", "--workers", "2"));
        assertEquals(digest("--seed", "2"), digest("--seeds", "1", "--from", "2"));
        assertNotEquals(digest("--seed", "2"), digest("--seed", "3"));
    }

    private String digest(String... which) {
        List<String> args = new ArrayList<>(List.of("simulate", "--time", "3s", "--faults", "none", "--digest"));
        args.addAll(List.of(which));
        out.getBuffer().setLength(0);
        assertEquals(0, run(args.toArray(String[]::new)), () -> out + "" + err);
        return out.toString()
                .lines()
                .filter(line -> line.startsWith("digest: "))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void costIsPrinted() {
        assertEquals(0, run("simulate", "--seeds", "1", "--time", "1s", "--faults", "none"), () -> out + "" + err);
        assertTrue(out.toString().contains(" messages per processor second"), out::toString);
    }

    @Test
    void classicIsCaughtUnderAPartitionAndWritten() throws IOException {
        int status = run(
                "simulate",
                "--protocol",
                "classic",
                "--faults",
                "halves",
                "--only",
                "AckedDurable,Linearizable",
                "--time",
                "20s",
                "--seeds",
                "20",
                "--stop",
                "--workers",
                "1",
                "--out",
                directory.toString());
        assertEquals(1, status, () -> out + "" + err);
        assertTrue(out.toString().contains("FAILED AckedDurable"), out::toString);
        try (var files = Files.list(directory)) {
            assertEquals(3, files.count());
        }
    }

    /** A run that fails runs again for the files that show it, and writes no second log. */
    @Test
    void eventLogsAreThoseOfOneRun() throws IOException {
        String[] run = {
            "simulate",
            "--mutant",
            "WaitsForInSync",
            "--seed",
            "1",
            "--faults",
            "none",
            "--time",
            "8s",
            "--events",
            directory.resolve("events").toString(),
            "--out",
            directory.toString()
        };
        assertEquals(1, run(run), () -> out + "" + err);
        try (var files = Files.list(directory.resolve("events"))) {
            assertEquals(
                    List.of(),
                    files.filter(file -> !file.toString().endsWith("-0.ndjson")).toList());
        }
        assertEquals(2, run(run));
        assertTrue(err.toString().contains("belongs to another run"), err::toString);
    }

    @Test
    void singleSeedIsDescribed() {
        assertEquals(0, run("simulate", "--seed", "3", "--time", "3s", "--faults", "none", "--verbose"));
        assertTrue(out.toString().lines().count() > 100);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--protocol|raft|no protocol 'raft'",
                "--faults|crash,flood|no fault 'flood'",
                "--faults|crash@tea|no window 'tea'",
                "--mutant|Nothing|no mutant 'Nothing'",
                "--members|0|--members must be 1 to 50",
                "--time|soon|is not a duration",
                "--only|Luck|no property 'Luck'",
                "--schedule|nowhere.json|no such file: nowhere.json",
                "--seeds|0|must be at least 1"
            })
    void wrongUseIsExplained(String option, String value, String message) {
        assertEquals(2, run("simulate", option, value));
        assertTrue(err.toString().contains(message), err::toString);
    }

    @Test
    void brokenScheduleIsExplained() throws IOException {
        Path file = Files.writeString(directory.resolve("s.json"), "{\"format\": \"godwit-schedule\", \"version\": 1}");
        assertEquals(2, run("simulate", "--schedule", file.toString()));
        assertTrue(err.toString().contains("s.json: /"), err::toString);
    }
}
