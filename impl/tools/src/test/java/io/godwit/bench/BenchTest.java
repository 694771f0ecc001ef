package io.godwit.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BenchTest {
    private static final int WRONG_USE = 2;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine line = new CommandLine(new Bench());
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(args);
    }

    @Test
    void helpNamesAllCommands() {
        assertEquals(0, run("--help"));
        for (String name : new String[] {
            "migration", "operations", "scale", "partitions", "reference", "trace", "messages", "transfer", "planner"
        }) {
            assertTrue(out.toString().contains(name), name);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"migration", "operations", "scale", "partitions", "reference", "trace", "messages"})
    void eachCommandHasHelpAndSaysWhereResultsGo(String name) {
        assertEquals(0, run(name, "--help"));
        assertTrue(out.toString().contains("--out"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nothing | unknown benchmark: nothing",
                "migration --cases x | no such case: x",
                "migration --cases 5x1999,5 | no such case: 5",
                "migration --cases 1x271 | members: 2 or more",
                "migration --rounds 0 | --rounds must be 1 or more",
                "migration --parallel -1 | parallel: 0 or more",
                "migration --entries many | --entries",
                "migration --nonsense | --nonsense",
                "operations --threads 0 | all positive",
                "operations --reads 101 | a percentage",
                "operations --seconds 0 | positive",
                "scale --members 1 | 2 or more",
                "scale --rate 0 | positive",
                "scale --parallel -1 | 0 or more",
                "partitions --partitions 0 | partitions: 1 to 50021, not 0",
                "partitions --partitions 271,50022 | partitions: 1 to 50021, not 50022",
                "partitions --partitions many | --partitions",
                "partitions --rounds 0 | --rounds must be 1 or more",
                "partitions --requests --rounds 1 | --rounds must be 2 or more: the first one does not count",
                "partitions --threads 0 | threads, keys, size, seconds, idle and limit: 1 or more",
                "partitions --seconds 0 | threads, keys, size, seconds, idle and limit: 1 or more",
                "partitions --warmup -1 | warmup: 0 or more",
                "reference --delays 3 | delays: even numbers of milliseconds, 0 or more, not 3",
                "reference --delays -2 | delays: even numbers of milliseconds, 0 or more, not -2",
                "reference --threads 0 | threads, runs and size: 1 or more",
                "reference --runs 0 | --runs: 1 or more",
                "reference --hazelcast-snapshots -1 | --hazelcast-snapshots: 0 or more",
                "reference --seconds 180 | of 180 seconds none is left if 90 are trimmed at both ends",
                "reference --seconds-between 30 --trim-between -1 | of 30 seconds none is left",
                "reference --size 0 | threads, runs and size: 1 or more",
                "trace --rounds 0 | positive",
                "transfer --rounds 0 | positive",
                "messages --cases 1x5 | no such case: 1x5",
                "messages --parallel 0 | 1 or more"
            })
    void wrongUseIsSaidAndHasAStatusOfItsOwn(String args, String words) {
        assertEquals(WRONG_USE, run(args.trim().split(" ", -1)));
        assertTrue(err.toString().contains(words.trim()), err.toString());
    }

    @Test
    void countsMessages(@TempDir Path directory) {
        assertEquals(0, run("messages", "--cases", "3x7", "--out", directory.toString()));
        assertTrue(directory.resolve("messages.json").toFile().exists());
    }
}
