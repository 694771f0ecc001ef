package io.godwit.modelcheck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.modelcheck.CheckRequest.CountUpdate;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.Checker.DistributedSettings;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.trace.Lenses;
import io.godwit.trace.Trace;
import io.godwit.trace.TraceJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run leaves behind: updated counts, saved traces, results of a distributed run. */
class ModelCheckTest {
    private LampProject lamp;

    @BeforeEach
    void copy(@TempDir Path directory) {
        lamp = new LampProject(directory);
    }

    @Test
    void updatesCountsAndNothingElse() throws Exception {
        String right = lamp.read("models/manifest.json");
        lamp.replace("models/manifest.json", "\"distinct\": 12", "\"distinct\": 7")
                .replace("models/manifest.json", ", \"traceLength\": 5", "");

        CheckReport report = lamp.check(Tier.QUICK, "lamp", null, true, false);

        assertEquals(3, report.count(EntryStatus.PASSED), () -> report.entries().toString());
        assertEquals(right, lamp.read("models/manifest.json"));
    }

    @Test
    void refusesCountsThatFellByMoreThanATenth() throws Exception {
        lamp.replace("models/Lamp.cfg", "MaxResets = 2", "MaxResets = 1");
        String before = lamp.read("models/manifest.json");

        CheckReport report = lamp.check(Tier.QUICK, null, null, true, false);

        assertEquals(before, lamp.read("models/manifest.json"));
        assertEquals(EntryStatus.FAILED, report.entries().get(0).status());
        assertEquals("update-counts", report.rules().get(0).rule());
        assertEquals("lamp", report.rules().get(0).subject());
        assertEquals(
                "the counts are not written, because they fell by more than a tenth: distinct from 12 to 8, generated from"
                        + " 12 to 8",
                report.rules().get(0).message());
        assertTrue(report.rules().get(0).remedy().contains("--update-counts --fewer-states lamp"));
    }

    @Test
    void writesCountsThatFellIfTheEntryIsNamed() throws Exception {
        lamp.replace("models/Lamp.cfg", "MaxResets = 2", "MaxResets = 1");

        CheckReport report = lamp.check(Tier.QUICK, null, null, new CountUpdate(Set.of("lamp")), false);

        assertTrue(report.passed(), () -> report.rules().toString());
        assertTrue(lamp.read("models/manifest.json").contains("\"distinct\": 8, \"generated\": 8"));
    }

    @Test
    void keepsTheCounterexampleOfAFindingAndHoldsTheSavedOneAgainstIt() throws Exception {
        String saved = "models/traces/lamp-no-limit.json";
        lamp.replace(
                "models/manifest.json",
                "\"kind\": \"mutant\",\n      \"set\": {\"LimitGuard\"",
                "\"kind\": \"finding\", \"trace\": \"" + saved + "\",\n      \"set\": {\"LimitGuard\"");

        CheckReport without = lamp.check(Tier.QUICK, "no-limit");
        CheckReport report = lamp.check(Tier.QUICK, "no-limit", null, false, true);
        String kept = report.entries().get(0).trace();
        Trace trace = TraceJson.read(lamp.root().resolve(saved), Lenses.none());
        String written = lamp.read(saved);
        lamp.replace(saved, "\"action\":\"Rise\"", "\"action\":\"Fall\"");
        CheckReport another = lamp.check(Tier.QUICK, "no-limit");

        assertEquals(saved + " does not exist", without.rules().get(0).message());
        assertTrue(report.passed());
        assertEquals("Bounded", trace.meta().property());
        assertEquals(5, trace.steps().size());
        assertEquals("Rise", trace.steps().get(4).action());
        assertEquals("out/traces/lamp-no-limit.json", kept);
        assertEquals(written, lamp.read(kept));
        assertEquals(EntryStatus.PASSED, another.entries().get(0).status());
        assertEquals(1, another.rules().size());
        assertEquals("saved-trace", another.rules().get(0).rule());
        assertEquals(
                saved + " is not the run that was found now",
                another.rules().get(0).message());
    }

    @Test
    void keepsTheCounterexampleOfAFailure() throws Exception {
        lamp.replace("models/manifest.json", "\"traceLength\": 5", "\"traceLength\": 4");

        EntryResult result = lamp.checkOne("no-limit");

        assertEquals(EntryStatus.FAILED, result.status());
        assertEquals("out/traces/lamp-no-limit.json", result.trace());
        assertTrue(Files.isRegularFile(lamp.root().resolve(result.trace())));
    }

    @Test
    void namesTheTemporalPropertyThatBreaks() throws Exception {
        lamp.replace("spec/Lamp.tla", "Init == level", "Resets == []<>(resets = 0)\nInit == level")
                .replace("models/Lamp.cfg", "PROPERTY EventuallyFull", "PROPERTY EventuallyFull Resets")
                .replace("models/manifest.json", "[\"EventuallyFull\"]", "[\"EventuallyFull\", \"Resets\"]");

        EntryResult result = lamp.checkOne("no-power");

        assertEquals(EntryStatus.PASSED, result.status());
        assertEquals("EventuallyFull", result.got().property());
    }

    @Test
    void serverAndTwoWorkersCountWhatOneProcessCounts() throws Exception {
        lamp.replace("models/Lamp.cfg", "PROPERTY EventuallyFull\n", "")
                .replace("models/manifest.json", "\"properties\": [\"EventuallyFull\"]", "\"properties\": []")
                .replace("models/manifest.json", "\"property\": \"EventuallyFull\"", "\"property\": \"Bounded\"")
                .replace("models/manifest.json", "\"only\": [\"EventuallyFull\"]", "\"only\": [\"Bounded\"]")
                .replace("models/manifest.json", "\"tier\": \"quick\"", "\"heapMb\": 128, \"tier\": \"quick\"");

        DistributedSettings settings = new DistributedSettings(2, "127.0.0.1", 0);
        CheckReport report = lamp.check(Tier.QUICK, "lamp", settings, false, false);

        EntryResult benign = report.entries().get(0);
        assertEquals(EntryStatus.PASSED, benign.status(), () -> benign.reasons().toString());
        assertEquals(12, benign.distinct());
        // A mutant: that mode does not name the invariant, so it must not count as killed.
        assertEquals(EntryStatus.SKIPPED, report.entries().get(1).status());
    }

    @Test
    void refusesAModelThatNeedsMoreMemoryThanThereIs() {
        lamp.replace("models/manifest.json", "\"faults\": \"two resets\"", "\"heapMb\": 9000, \"faults\": \"two\"");

        BadInputException e = assertThrows(BadInputException.class, () -> lamp.check(Tier.QUICK, "lamp"));

        assertTrue(e.getMessage().contains("lamp needs 9000 MiB"));
    }
}
