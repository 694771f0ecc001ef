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
        for (String name :
                new String[] {"migration", "operations", "scale", "trace", "messages", "transfer", "planner"}) {
            assertTrue(out.toString().contains(name), name);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"migration", "operations", "scale", "trace", "messages"})
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
