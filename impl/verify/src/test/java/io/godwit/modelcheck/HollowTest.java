package io.godwit.modelcheck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each way in which a green result could be hollow, tried on real files with the real TLC. */
class HollowTest {
    private LampProject lamp;

    @BeforeEach
    void copy(@TempDir Path directory) {
        lamp = new LampProject(directory);
    }

    @Test
    void intactManifestPasses() throws Exception {
        CheckReport report = lamp.check(Tier.PR, null);

        assertEquals(List.of(), report.rules());
        assertEquals(List.of(), report.rulesNotJudged());
        assertTrue(report.passed(), () -> report.entries().toString());
        assertEquals(5, report.count(EntryStatus.PASSED));
    }

    @Test
    void deletedInvariantIsCaught() throws Exception {
        lamp.replace("models/Lamp.cfg", "    Bounded\n", "");

        CheckReport report = lamp.check(Tier.QUICK, "lamp");

        assertTrue(rules(report).contains("cfg-agrees"), () -> report.rules().toString());
        // Nothing is left that could kill the mutant.
        assertEquals("lamp-no-limit", report.entries().get(1).name());
        assertEquals(EntryStatus.FAILED, report.entries().get(1).status());
    }

    @Test
    void shrunkConstantsAreCaughtByTheCounts() throws Exception {
        lamp.replace("models/Lamp.cfg", "MaxResets = 2", "MaxResets = 1");

        CheckReport report = lamp.check(Tier.QUICK, "lamp");

        EntryResult benign = report.entries().get(0);
        assertEquals(EntryStatus.FAILED, benign.status());
        assertEquals("8 distinct states, the manifest says 12", benign.reasons().get(0));
    }

    @Test
    void deadActionIsCaught() throws Exception {
        lamp.replace("models/Lamp.cfg", "MaxResets = 2", "MaxResets = 0")
                .replace(
                        "models/manifest.json",
                        "\"distinct\": 12, \"generated\": 12",
                        "\"distinct\": 4, \"generated\": 4");

        CheckReport report = lamp.check(Tier.PR, null);

        assertEquals(5, report.count(EntryStatus.PASSED), () -> report.entries().toString());
        assertEquals(List.of("constant-variable", "dead-action"), rules(report));
        assertEquals("no model takes the action Reset", report.rules().get(1).message());
    }

    @Test
    void actionThatEveryModelLeavesOutIsCaught() throws Exception {
        // TLC does not even mention what is quantified over an empty set.
        lamp.replace(
                "spec/Lamp.tla",
                "Next == Rise \\/ Reset",
                "Dim == level' = 0 /\\ UNCHANGED resets\n" + "Next == Rise \\/ Reset \\/ \\E n \\in {} : Dim");

        CheckReport report = lamp.check(Tier.PR, null);

        assertEquals(5, report.count(EntryStatus.PASSED), () -> report.entries().toString());
        assertEquals("no model takes the action Dim", report.rules().get(0).message());
    }

    @Test
    void wrongPropertyIsCaught() throws Exception {
        lamp.replace("models/manifest.json", "\"only\": [\"Bounded\"],", "")
                .replace(
                        "models/manifest.json",
                        "\"property\": \"Bounded\", \"traceLength\": 5",
                        "\"property\": \"TypeOK\", \"traceLength\": 5");

        EntryResult result = lamp.checkOne("lamp-no-limit");

        assertEquals(EntryStatus.FAILED, result.status());
        assertEquals(List.of("violated Bounded, but TypeOK should break"), result.reasons());
    }

    @Test
    void emptyCfgFolderIsCaught() throws Exception {
        Files.delete(lamp.root().resolve("models/Lamp.cfg"));

        BadInputException e = assertThrows(BadInputException.class, () -> lamp.check(Tier.QUICK, null));

        assertEquals(5, e.problems().size());
        assertEquals(
                "lamp: the cfg models/Lamp.cfg does not exist",
                e.problems().get(0).message());
        assertEquals(4, e.problems().get(0).line());
    }

    @Test
    void crashPosingAsAViolationIsCaught() throws Exception {
        // Evaluating Bounded fails in the very state in which it would break.
        lamp.replace("spec/Lamp.tla", "Bounded == level <= Max", "Bounded == level <= Max \\/ level.broken");

        EntryResult result = lamp.checkOne("lamp-no-limit");

        assertEquals(EntryStatus.FAILED, result.status());
        assertEquals("error", result.got().verdict());
        assertEquals("evaluation", result.got().error());
    }

    @Test
    void runningOutOfTimeIsAnError() throws Exception {
        // Unbounded, and nothing that could break.
        lamp.replace("spec/Lamp.tla", "    /\\ level <= Max\n", "")
                .replace("models/manifest.json", "\"only\": [\"Bounded\"]", "\"only\": [\"TypeOK\"], \"seconds\": 4")
                .replace("models/manifest.json", "\"property\": \"Bounded\"", "\"property\": \"TypeOK\"");

        EntryResult result = lamp.checkOne("lamp-no-limit");

        assertEquals("timeout", result.got().error());
        assertEquals(EntryStatus.FAILED, result.status());
    }

    @Test
    void runningOutOfMemoryIsAnError() throws Exception {
        lamp.replace("spec/Lamp.tla", "Bounded == level <= Max", "Bounded == {<<i, i>> : i \\in 1 .. 900000} # {level}")
                .replace("models/manifest.json", "\"faults\": \"none needed\"", "\"heapMb\": 64, \"faults\": \"none\"");

        EntryResult result = lamp.checkOne("lamp-no-limit");

        assertEquals("out of memory", result.got().error());
        assertEquals(EntryStatus.FAILED, result.status());
    }

    @Test
    void constantInvariantIsCaught() throws Exception {
        lamp.replace("spec/Lamp.tla", "Bounded == level <= Max", "Bounded == TRUE")
                .replace("models/manifest.json", "\"name\": \"lamp\"", "\"name\": \"benign\"")
                .replace("models/manifest.json", "\"base\": \"lamp\"", "\"base\": \"benign\"");

        EntryResult result = lamp.checkOne("benign");

        assertEquals(EntryStatus.FAILED, result.status());
        assertTrue(result.reasons().get(0).contains("never evaluated in the run: Bounded"));
    }

    private static List<String> rules(CheckReport report) {
        return report.rules().stream().map(RuleFinding::rule).toList();
    }
}
