package io.godwit.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.trace.TraceException;
import io.godwit.trace.TraceJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReviewDocsTest {
    @TempDir
    Path root;

    private Path saved;
    private Path page;

    @BeforeEach
    void generate() {
        saved = root.resolve("models/traces/" + Samples.FINDING + ".json");
        page = root.resolve("docs/verify/review/" + Samples.FINDING + ".md");
        TraceJson.write(Samples.trace(), saved);
        ReviewDocs.generate(root);
    }

    /** The documents in this repository follow its saved traces and lenses. */
    @Test
    void documentsOfThisRepositoryAreFresh() {
        Path repository = Path.of(System.getProperty("godwit.root")).normalize();
        assertEquals(List.of(), ReviewDocs.check(repository));
    }

    @Test
    void freshDocumentsPass() {
        assertEquals(List.of(), ReviewDocs.check(root));
        assertEquals(List.of(), ReviewDocs.generate(root));
    }

    @Test
    void touchedDocumentIsStale() throws IOException {
        Files.writeString(page, Files.readString(page).replace("Crash", "Smash"));
        assertStale(page + " is stale");
    }

    @Test
    void missingDocumentIsStale() throws IOException {
        Files.delete(page);
        assertStale(page + " is missing");
    }

    @Test
    void documentWithoutItsTraceIsStale() throws IOException {
        Files.writeString(page.resolveSibling("old-finding.md"), "# Old\n");
        assertStale("old-finding.md has no trace any more");
    }

    @Test
    void newLensMakesTheDocumentsStale() throws IOException {
        Files.createDirectories(root.resolve("spec/toy"));
        Files.writeString(
                root.resolve("spec/toy/lens.json"),
                "{\"format\":\"godwit-lens\",\"version\":1,\"modules\":{\"Toy\":{\"actions\":{\"Write\":{\"note\":\"a write arrives\"}}}}}");
        assertTrue(ReviewDocs.check(root).size() >= 2, "both the document and the saved form");
        ReviewDocs.generate(root);
        assertEquals(List.of(), ReviewDocs.check(root));
        assertTrue(Files.readString(page).contains("a write arrives"));
    }

    /** What checks left of findings is drawn, and nothing of other models. */
    @Test
    void drawsTheCounterexamplesOfFindings() throws IOException {
        Path kept = root.resolve("out/traces");
        TraceJson.write(Samples.trace(), kept.resolve(Samples.FINDING + ".json"));
        Files.writeString(kept.resolve("toy-safe.json"), "not even a trace");
        Path findings = root.resolve("out/review");
        Files.createDirectories(findings);
        Files.writeString(findings.resolve("old-finding.md"), "# Old\n");

        ReviewDocs.generateFindings(Samples.manifest(root));

        assertTrue(Files.readString(findings.resolve(Samples.FINDING + ".md")).contains("sequenceDiagram"));
        assertTrue(Files.readString(findings.resolve("README.md")).contains("](" + Samples.FINDING + ".md)"));
        try (Stream<Path> files = Files.list(findings)) {
            assertEquals(2, files.count());
        }
    }

    @Test
    void traceUnderAnotherNameIsRefused() throws IOException {
        Files.move(saved, saved.resolveSibling("renamed.json"));
        String message =
                assertThrows(TraceException.class, () -> ReviewDocs.check(root)).getMessage();
        assertTrue(message.contains("renamed.json") && message.contains(Samples.FINDING), message);
    }

    private void assertStale(String what) {
        List<String> stale = ReviewDocs.check(root);
        assertEquals(1, stale.size(), stale.toString());
        assertTrue(stale.get(0).contains(what) && stale.get(0).contains("./godwit report --review"), stale.toString());
    }
}
