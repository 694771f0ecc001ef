package io.godwit.modelcheck.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.modelcheck.LampProject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules about mutants, switches and what they break, one by one. */
class MutantRulesTest {
    private static final String MANIFEST = "models/manifest.json";

    private LampProject lamp;

    @BeforeEach
    void copy(@TempDir Path directory) {
        lamp = new LampProject(directory);
    }

    @Test
    void propertyThatOnlyOneMutantBreaks() throws Exception {
        lamp.replace(MANIFEST, "\"property\": \"Bounded\", \"traceLength\": 3", "\"property\": \"EventuallyFull\"")
                .replace(
                        MANIFEST,
                        "\"only\": [\"Bounded\"],\n      \"faults\": \"none needed\",\n      \"says\": \"two levels",
                        "\"faults\": \"none needed\",\n      \"says\": \"two levels");

        assertEquals(
                List.of(
                        "kill-list spec/Lamp.tla: only one mutant or finding of this module, LimitGuard, breaks Bounded"),
                findings());
    }

    @Test
    void mutantThatReplacesADefinition() throws Exception {
        replacing("Rise", "Jump", "Jump == level' = Max + 1 /\\ UNCHANGED resets");

        assertEquals(List.of(), findings());
    }

    @Test
    void mutantThatReplacesAPartOfTheProperty() throws Exception {
        replacing("Bounded", "Tight", "Tight == level < Max");

        assertEquals(
                List.of(
                        "mutant-differs lamp-replaced: the property Bounded uses Bounded, so that the mutant replaces a part"
                                + " of the property"),
                findings());
    }

    @Test
    void mutantWhoseModuleExtendsAnotherOne() throws Exception {
        replacing("Rise", "Jump", "Jump == TRUE");
        lamp.replace("models/LampMutants.tla", "EXTENDS Lamp", "EXTENDS Steps");

        assertEquals(
                "mutant-differs lamp-replaced: its module models/LampMutants.tla does not extend that of its base,"
                        + " spec/Lamp.tla",
                findings().get(0));
    }

    private void replacing(String definition, String other, String text) {
        lamp.write("models/LampMutants.tla", "---- MODULE LampMutants ----\nEXTENDS Lamp\n" + text + "\n====\n")
                .replace(MANIFEST, "\"name\": \"lamp-no-limit\"", "\"name\": \"lamp-replaced\"")
                .replace(
                        MANIFEST,
                        "\"set\": {\"LimitGuard\": \"FALSE\"},\n      \"guard\": \"LimitGuard\"",
                        "\"replace\": {\"" + definition + "\": \"" + other + "\"},\n      \"guard\": \"" + definition
                                + "\"")
                .replace(
                        MANIFEST,
                        "\"name\": \"lamp-replaced\",",
                        "\"name\": \"lamp-replaced\",\n      \"module\": \"models/LampMutants.tla\",")
                .replace(
                        MANIFEST,
                        "\"faults\": \"two resets\"",
                        "\"options\": [\"LimitGuard\"], \"faults\": \"two resets\"");
    }

    @Test
    void mutantThatDiffersInMoreThanItsGuard() throws Exception {
        lamp.replace(MANIFEST, "{\"LimitGuard\": \"FALSE\"}", "{\"LimitGuard\": \"FALSE\", \"Max\": \"2\"}");

        assertEquals(
                List.of(
                        "mutant-differs lamp-no-limit: it differs from lamp in [LimitGuard, Max], not in exactly its guard"
                                + " LimitGuard"),
                findings());
    }

    @Test
    void mutantThatDoesNotDiffer() throws Exception {
        lamp.replace(MANIFEST, "{\"LimitGuard\": \"FALSE\"}", "{\"LimitGuard\": \"TRUE\"}");

        assertEquals(
                "mutant-differs lamp-no-limit: it differs from lamp in nothing, not in exactly its guard LimitGuard",
                findings().get(0));
    }

    @Test
    void mutantWhosePropertyItsBaseDoesNotCheck() throws Exception {
        lamp.replace(
                MANIFEST,
                "\"faults\": \"two resets\"",
                "\"only\": [\"TypeOK\", \"EventuallyFull\"], \"faults\": \"two resets\"");

        assertEquals(
                List.of(
                        "mutant-differs lamp-no-limit: its base lamp does not check Bounded, so the kill says nothing"
                                + " about the guard",
                        "mutant-differs lamp-two-steps: its base lamp does not check Bounded, so the kill says nothing"
                                + " about the guard",
                        "theorem spec/Lamp.tla: no benign model of the quick tier checks THEOREM Spec => Bounded"),
                findings());
    }

    @Test
    void invariantThatNothingBreaks() throws Exception {
        lamp.replace("models/Lamp.cfg", "    Bounded\n", "    Bounded\n    Dry\n")
                .replace(MANIFEST, "[\"TypeOK\", \"Bounded\"]", "[\"TypeOK\", \"Bounded\", \"Dry\"]");

        assertEquals(
                List.of(
                        "theorem spec/Lamp.tla: benign models check Dry of Spec, which is no theorem of the module",
                        "kill-list spec/Lamp.tla: no mutant and no finding of this module breaks Dry"),
                findings());
    }

    @Test
    void switchThatNothingFlips() throws Exception {
        lamp.replace("models/Lamp.cfg", "    PowerGuard = TRUE\n", "    PowerGuard = TRUE\n    HeatGuard = TRUE\n");

        assertEquals(List.of("switch HeatGuard: nothing flips this switch of spec (first seen in lamp)"), findings());
    }

    /** Makes the guard of a mutant a rule. */
    private void ruleInsteadOfConstant() {
        lamp.replace("spec/Lamp.tla", "PowerGuard,  \\* TRUE: it has power", "Weakened,")
                .replace("spec/Lamp.tla", "TypeOK ==", "PowerGuard == \"PowerGuard\" \\notin Weakened\nTypeOK ==")
                .replace("models/Lamp.cfg", "    PowerGuard = TRUE\n", "    Weakened = {}\n")
                .replace(MANIFEST, "      \"set\": {\"PowerGuard\": \"FALSE\"},\n", "");
    }

    @Test
    void ruleThatAMutantLacks() throws Exception {
        ruleInsteadOfConstant();

        assertEquals(List.of(), findings());
    }

    @Test
    void ruleThatNothingWeakens() throws Exception {
        ruleInsteadOfConstant();
        lamp.replace("spec/Lamp.tla", "TypeOK ==", "HeatGuard == \"HeatGuard\" \\notin Weakened\nTypeOK ==");

        assertEquals(List.of("switch HeatGuard: nothing flips this switch of spec (first seen in lamp)"), findings());
    }

    @Test
    void mutantThatLacksNoRule() throws Exception {
        ruleInsteadOfConstant();
        lamp.replace(MANIFEST, "\"guard\": \"PowerGuard\"", "\"guard\": \"PowrGuard\"");

        assertEquals(
                List.of(
                        "switch lamp-no-power: it weakens PowrGuard, which is no rule of spec/Lamp.tla",
                        "switch PowerGuard: nothing flips this switch of spec (first seen in lamp)"),
                findings());
    }

    @Test
    void ruleThatLooksForAnotherName() throws Exception {
        ruleInsteadOfConstant();
        lamp.replace("spec/Lamp.tla", "\"PowerGuard\"", "\"HeatGuard\"");

        assertEquals(List.of("switch lamp-no-power: it weakens PowerGuard, which looks for HeatGuard"), findings());
    }

    @Test
    void mutantThatLacksAnotherRuleToo() throws Exception {
        ruleInsteadOfConstant();
        lamp.replace("spec/Lamp.tla", "TypeOK ==", "HeatGuard == \"HeatGuard\" \\notin Weakened\nTypeOK ==")
                .replace(
                        MANIFEST,
                        "\"guard\": \"PowerGuard\",",
                        "\"guard\": \"PowerGuard\", \"set\": {\"Weakened\": \"{\\\"HeatGuard\\\"}\"},");

        assertEquals(
                "mutant-differs lamp-no-power: it differs from lamp in [HeatGuard, PowerGuard], not in exactly its guard PowerGuard",
                findings().get(0));
    }

    @Test
    void switchThatIsDeclaredAnOption() throws Exception {
        lamp.replace("models/Lamp.cfg", "    PowerGuard = TRUE\n", "    PowerGuard = TRUE\n    OldStyle = FALSE\n")
                .replace(
                        MANIFEST,
                        "\"faults\": \"two resets\"",
                        "\"options\": [\"OldStyle\"], \"faults\": \"two resets\"");

        assertEquals(List.of(), findings());
    }

    private List<String> findings() throws Exception {
        return ManifestRulesTest.findings(lamp);
    }
}
