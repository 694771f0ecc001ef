package io.godwit.modelcheck.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.modelcheck.LampProject;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.result.RuleFinding;
import io.godwit.modelcheck.tlc.ModuleFactsReader;
import io.godwit.modelcheck.tlc.TlcJar;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules that need no run, one by one. */
class RulesTest {
    private static final String MANIFEST = "models/manifest.json";

    private LampProject lamp;

    @BeforeEach
    void copy(@TempDir Path directory) {
        lamp = new LampProject(directory);
    }

    @Test
    void theFixtureBreaksNone() throws Exception {
        assertEquals(List.of(), findings());
    }

    @Test
    void anInvariantDeletedFromTheCfg() throws Exception {
        lamp.replace("models/Lamp.cfg", "    Bounded\n", "");

        assertEquals(
                "cfg-agrees lamp: \"invariants\" lists Bounded, which models/Lamp.cfg does not check",
                findings().get(0));
    }

    @Test
    void aPropertyThatTheEntryDoesNotList() throws Exception {
        lamp.replace("models/Lamp.cfg", "PROPERTY EventuallyFull", "PROPERTY EventuallyFull Other");

        assertEquals(
                "cfg-agrees lamp: models/Lamp.cfg checks Other, which \"properties\" does not list",
                findings().get(0));
    }

    @Test
    void aSearchCutOff() throws Exception {
        lamp.replace("models/Lamp.cfg", "CHECK_DEADLOCK FALSE", "CHECK_DEADLOCK FALSE\nCONSTRAINT Short");

        assertEquals(
                "complete lamp: models/Lamp.cfg cuts the search off by Short",
                findings().get(0));
    }

    @Test
    void aMutantThatDiffersInMoreThanItsGuard() throws Exception {
        lamp.replace(MANIFEST, "{\"LimitGuard\": \"FALSE\"}", "{\"LimitGuard\": \"FALSE\", \"Max\": \"2\"}");

        assertEquals(
                List.of(
                        "mutant-differs lamp-no-limit: it differs from lamp in [LimitGuard, Max], not in exactly its guard"
                                + " LimitGuard"),
                findings());
    }

    @Test
    void aMutantThatDoesNotDiffer() throws Exception {
        lamp.replace(MANIFEST, "{\"LimitGuard\": \"FALSE\"}", "{\"LimitGuard\": \"TRUE\"}");

        assertEquals(
                "mutant-differs lamp-no-limit: it differs from lamp in nothing, not in exactly its guard LimitGuard",
                findings().get(0));
    }

    @Test
    void aMutantWhosePropertyItsBaseDoesNotCheck() throws Exception {
        lamp.replace(
                MANIFEST,
                "\"faults\": \"two resets\"",
                "\"only\": [\"TypeOK\", \"EventuallyFull\"], \"faults\": \"two resets\"");

        assertEquals(
                List.of("mutant-differs lamp-no-limit: its base lamp does not check Bounded, so the kill says nothing"
                        + " about the guard"),
                findings());
    }

    @Test
    void anInvariantThatNothingBreaks() throws Exception {
        lamp.replace("models/Lamp.cfg", "    Bounded\n", "    Bounded\n    Dry\n")
                .replace(MANIFEST, "[\"TypeOK\", \"Bounded\"]", "[\"TypeOK\", \"Bounded\", \"Dry\"]");

        assertEquals(
                List.of("kill-list spec/Lamp.tla: no mutant and no finding of this module breaks Dry"), findings());
    }

    @Test
    void aSwitchThatNothingFlips() throws Exception {
        lamp.replace("models/Lamp.cfg", "    PowerGuard = TRUE\n", "    PowerGuard = TRUE\n    HeatGuard = TRUE\n");

        assertEquals(List.of("switch HeatGuard: nothing flips this switch of spec (first seen in lamp)"), findings());
    }

    @Test
    void aSwitchThatIsDeclaredAnOption() throws Exception {
        lamp.replace("models/Lamp.cfg", "    PowerGuard = TRUE\n", "    PowerGuard = TRUE\n    OldStyle = FALSE\n")
                .replace(
                        MANIFEST,
                        "\"faults\": \"two resets\"",
                        "\"options\": [\"OldStyle\"], \"faults\": \"two resets\"");

        assertEquals(List.of(), findings());
    }

    @Test
    void filesThatAreInNoModel() throws Exception {
        lamp.write("models/Forgotten.cfg", "").write("models/MCLamp.tla", "").write("spec/Unused.tla", "");

        assertEquals(
                List.of(
                        "files models/Forgotten.cfg: this file is in no model",
                        "files models/MCLamp.tla: this file is in no model",
                        "files spec/Unused.tla: this file is in no model"),
                findings());
    }

    @Test
    void aModuleWithoutAQuickModel() throws Exception {
        lamp.replace(MANIFEST, "\"tier\": \"quick\"", "\"tier\": \"pr\"");

        assertEquals(
                List.of(
                        "quick-tier spec/Lamp.tla: no model of the quick tier uses this module",
                        "quick-tier spec/Steps.tla: no model of the quick tier uses this module"),
                findings());
    }

    @Test
    void aSavedTraceThatIsMissingOrBroken() throws Exception {
        lamp.replace(
                MANIFEST,
                "\"faults\": \"none needed\"",
                "\"trace\": \"models/traces/lamp-no-limit.json\", \"faults\": \"none\"");
        List<String> missing = findings();
        lamp.write("models/traces/lamp-no-limit.json", "{}");
        List<String> broken = findings();

        assertEquals(List.of("saved-trace lamp-no-limit: models/traces/lamp-no-limit.json does not exist"), missing);
        assertEquals(1, broken.size());
    }

    private List<String> findings() throws Exception {
        Manifest manifest = lamp.manifest();
        Models models = Models.read(manifest, manifest.entries());
        return Rules.judge(models.with(new ModuleFactsReader(TlcJar.bundled()).read(models)), true).stream()
                .map(RulesTest::text)
                .toList();
    }

    private static String text(RuleFinding finding) {
        return finding.rule() + " " + finding.subject() + ": " + finding.message();
    }
}
