package io.godwit.conformance.corpus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.godwit.conformance.corpus.CorpusList.Model;
import io.godwit.conformance.corpus.SpecDigest.Definitions;
import io.godwit.conformance.run.Project;
import io.godwit.modelcheck.spec.SpecText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriftTest {
    @Test
    void corpusIsThatOfThisSpecification() throws Exception {
        assertEquals(List.of(), Drift.of(Project.corpus()), "run ./godwit conform --regenerate");
    }

    @Test
    void smallModelComesOutTheSameByteForByte(@TempDir Path directory) throws Exception {
        Model model = Project.model("quorum-crash");
        Path work = Files.createDirectory(directory.resolve("work"));
        Path first = directory.resolve("first.corpus");
        Path second = directory.resolve("second.corpus");
        Regeneration regeneration = new Regeneration(Project.manifest());
        regeneration.generate(model, first, work, (explored, found) -> {});
        regeneration.generate(model, second, work, (explored, found) -> {});
        assertArrayEquals(Files.readAllBytes(first), Files.readAllBytes(second));
        assertEquals(
                io.godwit.conformance.corpus.CorpusFile.header(model.file()),
                io.godwit.conformance.corpus.CorpusFile.header(first));
    }

    @Test
    void commentIsNoNewSpecification() {
        String module = "---- MODULE M ----\nA == /\\ x\n     /\\ y\n====\n";
        String commented = "---- MODULE M ----\n\\* says\nA == /\\ x   \\* why\n     /\\ y\n\n(* and\nmore *)\n====\n";
        assertEquals(SpecText.normalised(module), SpecText.normalised(commented));
    }

    @Test
    void indentationIs() {
        assertNotEquals(
                SpecText.normalised("A == \\/ x\n     \\/ y\n"), SpecText.normalised("A == \\/ x\n      \\/ y\n"));
    }

    @Test
    void driftCountsWhatTheSpecificationUses() {
        String module = "CONSTANT C\nBase == 1\nNext == x' = x +\n  Base\nSpec == Next\nProperty == x > 0\n";
        assertEquals(used(module), used(module + "Other == Property\n"));
        assertNotEquals(used(module), used(module.replace("Base == 1", "Base == 2")));
        assertEquals("CONSTANT C\n", Definitions.of(module).declarations().stripTrailing() + "\n");
        assertEquals(
                "CONSTANT C\n",
                Definitions.of(module + "THEOREM Spec => []Property\n")
                                .declarations()
                                .stripTrailing()
                        + "\n");
    }

    private static String used(String module) {
        return Definitions.of(module).used(List.of("Spec"));
    }
}
