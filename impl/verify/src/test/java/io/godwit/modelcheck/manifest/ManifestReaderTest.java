package io.godwit.modelcheck.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.modelcheck.LampProject;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.input.BadInputException.InputProblem;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestReaderTest {
    private static final String MANIFEST = "models/manifest.json";

    private LampProject lamp;

    @BeforeEach
    void copy(@TempDir Path directory) {
        lamp = new LampProject(directory);
    }

    @Test
    void readsEntriesWithTheirLines() throws Exception {
        Manifest manifest = lamp.manifest();

        assertEquals(List.of("spec"), manifest.library());
        ManifestEntry mutant = manifest.entry("lamp-no-limit").orElseThrow();
        assertEquals(16, mutant.line());
        assertEquals(List.of("Bounded"), mutant.checkedInvariants());
        assertEquals(List.of(), mutant.checkedProperties());
        assertEquals(List.of(ModelChecker.TLC), mutant.engines());
        assertEquals("Lamp", mutant.moduleName());
    }

    @Test
    void readsABareListOfEntriesToo() throws Exception {
        String text = lamp.read(MANIFEST);
        lamp.write(
                MANIFEST,
                text.substring(text.indexOf('['), text.length())
                        .replaceFirst("^\\[\"spec\"],\\s*\"models\": ", "")
                        .replaceFirst("}\\s*$", ""));

        Manifest manifest = lamp.manifest();

        assertEquals(5, manifest.entries().size());
        assertEquals(Manifest.DEFAULT_LIBRARY, manifest.library());
    }

    @Test
    void brokenJson() {
        lamp.replace(MANIFEST, "\"tier\": \"pr\",", "\"tier\": \"pr\"");

        InputProblem problem = problem();

        assertEquals(44, problem.line());
        assertTrue(problem.message().startsWith("not valid JSON"));
    }

    @Test
    void keyTwice() {
        lamp.replace(MANIFEST, "\"tier\": \"pr\",", "\"tier\": \"pr\", \"tier\": \"pr\",");

        assertTrue(problem().message().contains("Duplicate field 'tier'"));
    }

    @Test
    void unknownKey() {
        lamp.replace(MANIFEST, "\"tier\": \"quick\"", "\"teir\": \"quick\"");

        assertEquals(
                List.of("9: unknown key 'teir' | Did you mean 'tier'?", "4: the key 'tier' is missing"),
                List.of(
                        text(find("unknown")),
                        find("missing").line() + ": " + find("missing").message()));
    }

    @Test
    void unknownKeyInsideOfExpect() {
        lamp.replace(MANIFEST, "\"distinct\"", "\"distnict\"");

        assertEquals("14: unknown key 'distnict' | Did you mean 'distinct'?", text(problem()));
    }

    @Test
    void wrongValue() {
        lamp.replace(MANIFEST, "\"kind\": \"benign\"", "\"kind\": \"benine\"");

        InputProblem problem = problem();

        assertEquals(7, problem.line());
        assertTrue(problem.message().startsWith("'kind':"), problem::message);
    }

    @Test
    void nameTwice() {
        lamp.replace(MANIFEST, "\"lamp-no-power\"", "\"lamp-no-limit\"");

        assertEquals(
                "lamp-no-limit: there is an entry of this name already, in line 16",
                problem().message());
    }

    @Test
    void missingModule() {
        lamp.replace(
                MANIFEST,
                "\"module\": \"spec/Lamp.tla\",\n      \"kind\": \"benign\"",
                "\"module\": \"spec/Lmp.tla\",\n      \"kind\": \"benign\"");

        assertEquals("lamp: the module spec/Lmp.tla does not exist", problem().message());
    }

    @Test
    void propertyThatTheEntryDoesNotCheck() {
        lamp.replace(MANIFEST, "\"property\": \"Bounded\"", "\"property\": \"EventuallyFull\"");

        assertEquals(
                "lamp-no-limit: the expected property EventuallyFull is not among those that this entry checks",
                problem().message());
    }

    @Test
    void violationWithoutProperty() {
        lamp.replace(MANIFEST, "\"property\": \"Bounded\", ", "");

        assertEquals(
                "lamp-no-limit: a violation must name the property that breaks",
                problem().message());
    }

    @Test
    void restrictionToNothingThatIsListed() {
        lamp.replace(MANIFEST, "\"only\": [\"Bounded\"]", "\"only\": [\"Bounded\", \"Bounted\"]");

        assertEquals("Did you mean 'Bounded'?", problem().remedy());
    }

    @Test
    void kindThatContradictsTheVerdict() {
        lamp.replace(MANIFEST, "\"kind\": \"benign\"", "\"kind\": \"finding\"");

        assertEquals(
                "lamp: the kind finding contradicts the verdict holds",
                problem().message());
    }

    @Test
    void mutantWithoutGuard() {
        lamp.replace(MANIFEST, "\"guard\": \"LimitGuard\",", "");

        assertEquals(
                "lamp-no-limit: a mutant names the switch it flips and the entry it differs from",
                problem().message());
    }

    @Test
    void apalacheWithoutWhatItNeeds() {
        lamp.replace(MANIFEST, "\"tier\": \"pr\"", "\"engines\": [\"apalache\"], \"tier\": \"pr\"");

        assertEquals(
                "lamp-two-steps: Apalache needs to know what to check",
                problem().message());
    }

    private InputProblem problem() {
        return problems().get(0);
    }

    private InputProblem find(String word) {
        return problems().stream()
                .filter(problem -> problem.message().contains(word))
                .findFirst()
                .orElseThrow();
    }

    private List<InputProblem> problems() {
        return assertThrows(BadInputException.class, lamp::manifest).problems();
    }

    private static String text(InputProblem problem) {
        return problem.line() + ": " + problem.message() + " | " + problem.remedy();
    }
}
