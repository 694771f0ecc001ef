package io.godwit.modelcheck.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.godwit.modelcheck.LampProject;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.ManifestEntry.Expectation;
import io.godwit.modelcheck.manifest.ManifestEntry.ExpectedVerdict;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InheritanceTest {
    private static final String MANIFEST = "models/manifest.json";
    private static final String BENIGN =
            """
            {"name": "benign", "kind": "benign", "module": "spec/Lamp.tla", "cfg": "models/Lamp.cfg", "tier": "pr",
             "set": {"Max": "3", "MaxResets": "2"}, "covers": ["A", "B"], "invariants": ["Bounded"], "faults": "f",
             "options": ["O"], "heapMb": 1024, "says": "s", "source": "x", "expect": {"verdict": "holds", "distinct": 1}}
            """;

    private LampProject lamp;

    @BeforeEach
    void copy(@TempDir Path directory) {
        lamp = new LampProject(directory);
    }

    @Test
    void takesWhatIsNotStated() throws Exception {
        ManifestEntry variant = read(BENIGN, variant("v", "benign", "")).get(1);

        assertEquals("spec/Lamp.tla", variant.module());
        assertEquals("models/Lamp.cfg", variant.cfg());
        assertEquals(Tier.PR, variant.tier());
        assertEquals(Map.of("Max", "3", "MaxResets", "2"), variant.set());
        assertEquals(List.of("A", "B"), variant.covers());
        assertEquals(List.of("Bounded"), variant.invariants());
        assertEquals(List.of("O"), variant.options());
        assertEquals("f", variant.faults());
        assertEquals(1024, variant.heapMb());
        assertEquals("benign", variant.base());
        assertEquals(4, variant.line());
    }

    @Test
    void keepsWhatIsItsOwn() throws Exception {
        ManifestEntry variant = read(
                        "{\"trace\": \"models/t.json\", \"guard\": \"G\"," + BENIGN.substring(1),
                        variant("v", "benign", ""))
                .get(1);

        assertEquals("v says", variant.says());
        assertNull(variant.source());
        assertNull(variant.trace());
        assertNull(variant.guard());
        assertEquals(new Expectation(ExpectedVerdict.HOLDS, null, null, 7L, null), variant.expect());
    }

    @Test
    void mergesConstantsAndReplacesLists() throws Exception {
        ManifestEntry variant = read(
                        BENIGN,
                        variant("v", "benign", "\"set\": {\"Max\": \"4\", \"Guard\": \"FALSE\"}, \"covers\": [\"C\"],"))
                .get(1);

        assertEquals(Map.of("Max", "4", "MaxResets", "2", "Guard", "FALSE"), variant.set());
        assertEquals(List.of("C"), variant.covers());
    }

    @Test
    void inheritsFromTheBaseOfItsBaseWhereverTheyStand() throws Exception {
        ManifestEntry variant = read(
                        variant("v", "w", "\"set\": {\"Max\": \"5\"},"),
                        variant("w", "benign", "\"set\": {\"Max\": \"4\"}, \"tier\": \"quick\","),
                        BENIGN)
                .get(0);

        assertEquals(Map.of("Max", "5", "MaxResets", "2"), variant.set());
        assertEquals(Tier.QUICK, variant.tier());
        assertEquals("f", variant.faults());
    }

    @Test
    void refusesABaseThatIsNoEntry() {
        assertEquals(
                List.of("4: v: the base bening is not an entry | Did you mean 'benign'?"),
                problems(BENIGN, variant("v", "bening", "")));
    }

    @Test
    void refusesACircle() {
        assertEquals(
                List.of(
                        "3: w: its bases form a circle: v, w, v | Remove one \"base\" of the circle, and state the fields"
                                + " that its entry then lacks."),
                problems(variant("u", "v", ""), variant("v", "w", ""), variant("w", "v", "")));
        assertEquals(1, problems(variant("v", "v", "")).size());
    }

    @Test
    void refusesWhatRepeatsTheBase() {
        String fields =
                "\n\"covers\": [\"A\", \"B\"],\n\"set\": {\n\"Max\": \"3\", \"Guard\": \"TRUE\"},\n\"tier\": \"pr\",";

        assertEquals(
                List.of(
                        "8: v: \"tier\" repeats what is inherited from benign | Remove it.",
                        "7: v: \"Max\" repeats what is inherited from benign | Remove it.",
                        "5: v: \"covers\" repeats what is inherited from benign | Remove it."),
                problems(BENIGN, variant("v", "benign", fields)));
    }

    @Test
    void refusesAnEntryWithoutBaseThatLacksAField() {
        assertEquals(
                List.of("1: the key 'tier' is missing | Add it; docs/verify/check.md explains it."),
                problems(BENIGN.replace("\"tier\": \"pr\",", "")));
    }

    @Test
    void countsOfAVariantAreWrittenIntoTheVariant() throws Exception {
        String text = BENIGN + "," + variant("v", "benign", "");

        assertEquals(
                text.replace("\"generated\": 7", "\"generated\": 8, \"distinct\": 2"),
                CountsEditor.edit("[" + text + "]", Map.of("v", Map.of("generated", 8L, "distinct", 2L)))
                        .replaceAll("^\\[|\\]$", ""));
    }

    private static String variant(String name, String base, String fields) {
        return "{\"name\": \"%s\", \"base\": \"%s\", \"kind\": \"benign\", %s \"says\": \"%s says\", \"expect\": {\"verdict\": \"holds\", \"generated\": 7}}\n"
                .formatted(name, base, fields, name);
    }

    private List<ManifestEntry> read(String... entries) throws Exception {
        lamp.write(MANIFEST, "[" + String.join(",", entries) + "]");
        return lamp.manifest().entries();
    }

    private List<String> problems(String... entries) {
        lamp.write(MANIFEST, "[" + String.join(",", entries) + "]");
        return assertThrows(BadInputException.class, lamp::manifest).problems().stream()
                .map(problem -> problem.line() + ": " + problem.message() + " | " + problem.remedy())
                .toList();
    }
}
