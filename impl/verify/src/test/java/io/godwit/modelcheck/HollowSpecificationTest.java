package io.godwit.modelcheck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The quick tier, which {@code verify} runs, rejects specifications that say nothing, whatever their state counts are. */
class HollowSpecificationTest {
    private LampProject lamp;

    @BeforeEach
    void copy(@TempDir Path directory) {
        lamp = new LampProject(directory);
    }

    @Test
    void fixturePasses() throws Exception {
        assertTrue(lamp.check(Tier.QUICK, null).passed());
    }

    @Test
    void propertyThatIsTrue() throws Exception {
        lamp.replace("spec/Lamp.tla", "Bounded == level <= Max", "Bounded == TRUE");

        CheckReport report = lamp.check(Tier.QUICK, null);

        assertEquals("hollow-property", report.rules().get(0).rule());
        assertEquals(
                List.of("error: incomplete: never evaluated in the run: Bounded"),
                result(report, "lamp").reasons());
        assertEquals(EntryStatus.FAILED, result(report, "lamp-no-limit").status());
    }

    @Test
    void propertyThatIsTrueInEachState() throws Exception {
        // Neither the parser nor TLC can tell. The mutants can.
        lamp.replace("spec/Lamp.tla", "Bounded == level <= Max", "Bounded == level <= Max \\/ level > Max");

        CheckReport report = lamp.check(Tier.QUICK, null);

        assertEquals(
                List.of("everything holds, but Bounded should break"),
                result(report, "lamp-no-limit").reasons());
        assertFalse(report.passed());
    }

    @Test
    void refinementOfInitialStatesOnly() throws Exception {
        lamp.replace(
                        "spec/Lamp.tla",
                        "THEOREM Spec => []Bounded",
                        "Up1 == level = 0\nTHEOREM Spec => Up1\nTHEOREM Spec => []Bounded")
                .replace("models/Lamp.cfg", "PROPERTY EventuallyFull", "PROPERTY EventuallyFull Up1")
                .replace("models/manifest.json", "[\"EventuallyFull\"]", "[\"EventuallyFull\", \"Up1\"]")
                .replace(
                        "models/manifest.json",
                        "\"only\": [\"EventuallyFull\", \"Up1\"]",
                        "\"only\": [\"EventuallyFull\"]");

        CheckReport report = lamp.check(Tier.QUICK, null);

        assertEquals("hollow-property", report.rules().get(0).rule());
        assertEquals(
                "Up1 is hollow: it has no temporal operator, so it is about initial states only",
                report.rules().get(0).message());
        assertEquals(
                "no model of the quick tier that checks THEOREM Spec => Up1 can break it",
                report.rules().get(1).message());
    }

    @Test
    void fairnessThatCannotBeSatisfied() throws Exception {
        // Going down is always possible and never a step: no behaviour is fair, so that all of them get bright.
        lamp.replace("spec/Lamp.tla", "/\\ WF_vars(Rise)", "/\\ WF_vars(level' = level - 1 /\\ UNCHANGED resets)");

        CheckReport report = lamp.check(Tier.QUICK, null);

        assertEquals(EntryStatus.PASSED, result(report, "lamp").status());
        assertEquals(
                List.of("everything holds, but EventuallyFull should break"),
                result(report, "lamp-no-power").reasons());
    }

    @Test
    void ghostThatIsNeverWritten() throws Exception {
        lamp.replace("spec/Lamp.tla", "VARIABLES level, resets", "VARIABLES level, resets, seen")
                .replace("spec/Lamp.tla", "vars == <<level, resets>>", "vars == <<level, resets, seen>>")
                .replace(
                        "spec/Lamp.tla",
                        "Bounded == level <= Max",
                        "Bounded == level <= Max /\\ seen \\subseteq 0 .. Max")
                .replace("spec/Lamp.tla", "Init == level = 0", "Init == seen = {} /\\ level = 0")
                .replace(
                        "spec/Lamp.tla",
                        "    /\\ UNCHANGED resets",
                        "    /\\ UNCHANGED resets\n    /\\ seen' = seen \\cup {}")
                .replace(
                        "spec/Lamp.tla",
                        "    /\\ resets' = resets + 1",
                        "    /\\ resets' = resets + 1\n    /\\ UNCHANGED seen");

        CheckReport report = lamp.check(Tier.QUICK, null);

        assertEquals(3, report.count(EntryStatus.PASSED), () -> report.entries().toString());
        assertEquals(1, report.rules().size());
        assertEquals("constant-variable", report.rules().get(0).rule());
        assertEquals(
                "the variable seen has the same value in all states of all models",
                report.rules().get(0).message());
    }

    @Test
    void theoremDeletedFromCfgAndManifest() throws Exception {
        lamp.replace("models/Lamp.cfg", "PROPERTY EventuallyFull\n", "")
                .replace("models/manifest.json", "\"properties\": [\"EventuallyFull\"]", "\"properties\": []")
                .replace("models/manifest.json", "\"only\": [\"EventuallyFull\"]", "\"only\": [\"Bounded\"]")
                .replace("models/manifest.json", "\"property\": \"EventuallyFull\"", "\"property\": \"Bounded\"");

        CheckReport report = lamp.check(Tier.QUICK, null);

        assertEquals("theorem", report.rules().get(0).rule());
        assertEquals(
                "no benign model of the quick tier checks THEOREM Spec => EventuallyFull",
                report.rules().get(0).message());
    }

    private static EntryResult result(CheckReport report, String name) {
        return report.entries().stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
