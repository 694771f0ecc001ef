package io.godwit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RewrittenMainTest {
    private static final String NAME = "durability/NoSync";

    @Test
    void mutantsOfTheRuntimeAreForMembersAndTheSimulation() {
        assertTrue(RewrittenMain.isFor("member", "--name", "m", "--mutant", NAME));
        assertTrue(RewrittenMain.isFor("simulate", "--mutant=" + NAME));
        assertFalse(RewrittenMain.isFor("simulate", "--mutant", "quorum/AcceptChecksTerm"));
        assertFalse(RewrittenMain.isFor("simulate", "--seed", "1"));
        assertFalse(RewrittenMain.isFor("simulate", "--mutant"));
        assertFalse(RewrittenMain.isFor("lab", "--mutant", NAME));
        assertFalse(RewrittenMain.isFor());
    }

    @Test
    void simulationRunsTheRewrittenClasses(@TempDir Path directory) {
        String[] run = {
            "simulate", "--seed", "1", "--time", "12s", "--faults", "power-cut", "--out", directory.toString()
        };
        assertEquals(ExitStatus.OK, Main.execute(run));
        String[] mutant = new String[run.length + 2];
        System.arraycopy(run, 0, mutant, 0, run.length);
        mutant[run.length] = "--mutant";
        mutant[run.length + 1] = NAME;
        assertEquals(ExitStatus.CHECK_FAILED, RewrittenMain.execute(mutant));
    }

    /** Nobody takes the members as they are for a mutant. */
    @Test
    void classesThatAreNotRewrittenAreRefused() {
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine().setErr(new PrintWriter(err, true));
        assertEquals(ExitStatus.BROKEN_INPUT, line.execute("simulate", "--seed", "1", "--mutant", NAME));
        assertTrue(
                err.toString()
                        .contains("durability/NoSync needs rewritten classes; the running ones are not rewritten"),
                err.toString());
        assertEquals(ExitStatus.BROKEN_INPUT, line.execute("member", "--name", "m", "--mutant", NAME));
    }
}
