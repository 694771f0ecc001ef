package io.godwit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Options, messages and exit status, with a project of one small model. */
class CommandLineTest {
    private static final String MODULE =
            """
            ---- MODULE Step ----
            EXTENDS Naturals
            CONSTANTS Max, Guard
            VARIABLE x
            Init == x = 0
            Up == x < Max /\\ x' = x + 1
            Spec == Init /\\ [][Up]_x
            Bounded == Guard => x <= Max
            ====
            """;
    private static final String CFG =
            """
            SPECIFICATION Spec
            CONSTANTS Max = 3 Guard = TRUE
            INVARIANT Bounded
            CHECK_DEADLOCK FALSE
            """;
    private static final String MANIFEST =
            """
            {"library": ["spec"], "models": [
              {"name": "step", "module": "spec/Step.tla", "kind": "benign", "cfg": "models/Step.cfg", "tier": "quick",
               "invariants": ["Bounded"], "faults": "none", "says": "it stays below",
               "expect": {"verdict": "holds", "distinct": 4, "generated": 4}}
            ]}
            """;

    @TempDir
    private Path root;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void project() throws IOException {
        write("spec/Step.tla", MODULE);
        write("models/Step.cfg", CFG);
        write("models/manifest.json", MANIFEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "check", "verify", "test", "report", "trace", "simulate", "conform", "matrix"})
    void commandsExplainThemselves(String command) {
        assertEquals(0, command.isEmpty() ? run("--help") : run(command, "--help"));
        assertTrue(out.toString().contains("Usage: godwit " + command), out::toString);
    }

    @Test
    void passedCheckWritesItsResults() throws IOException {
        int status = run(
                "check",
                "--root",
                root.toString(),
                "--filter",
                "step",
                "--json",
                file("o.json"),
                "--junit",
                file("o.xml"));

        assertEquals(0, status, err::toString);
        assertTrue(out.toString().contains("1 passed, 0 failed, 0 skipped"), out::toString);
        assertTrue(Files.readString(root.resolve("o.json")).contains("\"status\" : \"passed\""));
        assertTrue(Files.readString(root.resolve("o.xml")).contains("tests=\"1\""));
    }

    @Test
    void errorOfTheJvmIsNoAnswer() {
        assertEquals(3, Main.unlessBroken(() -> {
            throw new OutOfMemoryError("for a test");
        }));
        assertEquals(1, Main.unlessBroken(() -> 1));
    }

    @Test
    void failedCheckExitsWithOne() throws IOException {
        write("models/manifest.json", MANIFEST.replace("\"distinct\": 4", "\"distinct\": 5"));

        assertEquals(1, run("check", "--root", root.toString(), "--filter", "step"));
        assertTrue(out.toString().contains("4 distinct states, the manifest says 5"), out::toString);
        assertTrue(out.toString().contains("0 passed, 1 failed, 0 skipped"), out::toString);
    }

    @Test
    void brokenInputIsTwo() throws IOException {
        write("models/Step.cfg", CFG.replace("INVARIANT", "INVARIENT"));

        assertEquals(2, run("check", "--root", root.toString()));
        assertTrue(err.toString().contains("Step.cfg:3: 'INVARIENT' is no keyword"), err::toString);
    }

    @Test
    void unknownBaseExitsWithTwo() throws IOException {
        write("models/manifest.json", MANIFEST.replace("\"kind\"", "\"base\": \"stop\", \"kind\""));

        assertEquals(2, run("check", "--root", root.toString()));
        assertTrue(
                err.toString().contains("models/manifest.json:2: step: the base stop is not an entry"), err::toString);
        assertTrue(err.toString().contains("Did you mean 'step'?"), err::toString);
    }

    @Test
    void emptySelectionExitsWithTwo() {
        assertEquals(2, run("check", "--root", root.toString(), "--filter", "nobody"));
        assertTrue(err.toString().contains("nothing to check"), err::toString);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "check --tier hourly",
                "check --engine spin",
                "check --heap much",
                "check --workers -1",
                "check --tla-tools nowhere.jar",
                "check --unknown",
                "matrix --row nobody",
                "matrix --rung tlc",
                "chekc"
            })
    void wrongUseIsTwo(String line) {
        String[] words = (line + (line.startsWith("check ") ? " --root=" + root : "")).split(" ", -1);

        assertEquals(2, run(words));
    }

    @Test
    void toolThatCannotRunExitsWithThree() throws IOException {
        write(
                "models/manifest.json",
                MANIFEST.replace(
                        "\"faults\"",
                        "\"engines\": [\"apalache\"], \"apalache\": {\"init\": \"Init\", \"next\": \"Up\", \"inv\": \"Bounded\","
                                + " \"length\": 1}, \"faults\""));
        write("apalache-mc", "no program");

        assertEquals(3, run("check", "--root", root.toString(), "--apalache", file("apalache-mc")));
        assertTrue(err.toString().contains("Apalache cannot be run"), err::toString);
    }

    @Test
    void judgesTheRulesWithoutARun() {
        assertEquals(1, run("check", "--root", root.toString(), "--rules"));
        assertTrue(out.toString().contains("FAILED rule kill-list"), out::toString);
    }

    @Test
    void listsWhatWouldRun() {
        assertEquals(0, run("check", "--root", root.toString(), "--list"));
        assertTrue(out.toString().contains("it stays below"));
    }

    @Test
    void invalidTraceExitsWithTwo() throws IOException {
        write("x.json", "{}");

        assertEquals(2, run("trace", file("x.json")));
    }

    private int run(String... args) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(args);
    }

    private String file(String name) {
        return root.resolve(name).toString();
    }

    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
