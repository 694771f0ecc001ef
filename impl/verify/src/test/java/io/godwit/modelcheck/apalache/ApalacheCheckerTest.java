package io.godwit.modelcheck.apalache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.modelcheck.LampProject;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.run.EngineResult;
import io.godwit.modelcheck.run.Verdict;
import io.godwit.modelcheck.run.Verdict.FailureKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a stand-in for Apalache that ends as it is told to; the real one is not on every machine. */
class ApalacheCheckerTest {
    private static final String ITF =
            "{\"#meta\":{},\"vars\":[\"level\"],\"states\":[{\"#meta\":{\"index\":0},\"level\":0},"
                    + "{\"#meta\":{\"index\":1},\"level\":1}]}";

    private LampProject lamp;
    private Path program;

    @BeforeEach
    void copy(@TempDir Path directory) {
        lamp = new LampProject(directory.resolve("lamp"));
        lamp.replace(
                "models/manifest.json",
                "\"name\": \"lamp-no-power\",",
                "\"name\": \"lamp-no-power\", \"engines\": [\"apalache\"], \"apalache\": {\"init\": \"Init\", \"next\": \"Next\","
                        + " \"inv\": \"EventuallyFull\", \"length\": 4},");
        program = directory.resolve("apalache-mc");
    }

    @Test
    void findsItByVariableAndByPath() throws Exception {
        endsWith("exit 0");

        Optional<ApalacheTool> byVariable = ApalacheTool.find(null, Map.of(ApalacheTool.VARIABLE, program.toString()));
        Optional<ApalacheTool> byPath =
                ApalacheTool.find(null, Map.of("PATH", program.getParent().toString()));

        assertEquals("0.61.0", byVariable.orElseThrow().version());
        assertEquals(program, byPath.orElseThrow().program());
        assertEquals(Optional.empty(), ApalacheTool.find(null, Map.of("PATH", "")));
    }

    @Test
    void absenceIsSaid() throws Exception {
        assertNotNull(new ApalacheChecker(lamp.manifest(), null).unavailable());
    }

    @Test
    void noError() throws Exception {
        endsWith("ls > '" + program.getParent() + "/files'; exit 0");

        EngineResult result = check();

        assertEquals(new Verdict.Holds(), result.verdict());
        assertEquals("Apalache 0.61.0", result.tool());
        String files = Files.readString(program.getParent().resolve("files"));
        assertTrue(files.contains("Lamp.tla") && files.contains("Steps.tla"), files);
    }

    @Test
    void assumptionsAreNotCheckedInInitialStates() throws Exception {
        Path asked = program.getParent().resolve("asked");
        endsWith("echo \"$@\" > '" + asked + "'; exit 0");

        check();
        assertFalse(Files.readString(asked).contains("invariantFilter"));
        lamp.replace("models/manifest.json", "\"length\": 4", "\"length\": 4, \"assumed\": true");
        check();
        assertTrue(Files.readString(asked).contains("--tuning-options=search.invariantFilter=1->.*"));
    }

    @Test
    void counterexample() throws Exception {
        endsWith("for a in \"$@\"; do case $a in --run-dir=*) mkdir -p \"${a#*=}\"; echo '" + ITF
                + "' > \"${a#*=}/violation1.itf.json\";; esac; done; exit 12");

        EngineResult result = check();

        assertEquals(new Verdict.Violated("EventuallyFull"), result.verdict());
        assertEquals(2, result.counterexample().length());
    }

    @Test
    void violationWithoutCounterexampleIsACrash() throws Exception {
        endsWith("exit 12");

        assertEquals(FailureKind.CRASH, failure());
    }

    @Test
    void otherEndsAreErrors() throws Exception {
        endsWith("exit 255");
        assertEquals(FailureKind.CRASH, failure());
        endsWith("exit 75");
        assertEquals(FailureKind.EVALUATION, failure());
        endsWith("exit 3");
        assertEquals(FailureKind.OUT_OF_MEMORY, failure());
    }

    @Test
    void typeErrorHasAPlace() throws Exception {
        endsWith("echo '[Steps.tla:3:1-3:9]: Annotation required. E@10:17:25.924'; exit 120");

        BadInputException e = assertThrows(BadInputException.class, this::check);

        assertEquals("Steps.tla", e.problems().get(0).file().getFileName().toString());
        assertEquals(3, e.problems().get(0).line());
        assertEquals("Annotation required.", e.problems().get(0).message());
    }

    private FailureKind failure() throws Exception {
        return assertInstanceOf(Verdict.Failed.class, check().verdict()).kind();
    }

    private EngineResult check() throws Exception {
        Manifest manifest = lamp.manifest();
        ManifestEntry entry = manifest.entry("lamp-no-power").orElseThrow();
        ApalacheTool tool = ApalacheTool.find(program, Map.of()).orElseThrow();
        return new ApalacheChecker(manifest, tool).check(entry, progress -> {});
    }

    private void endsWith(String script) throws Exception {
        Files.writeString(
                program, "#!/bin/sh\nif [ \"$1\" = version ]; then echo 0.61.0; exit 0; fi\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
