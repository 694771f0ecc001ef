package io.godwit.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.Corpus.Edges;
import io.godwit.conformance.corpus.Corpus.States;
import io.godwit.conformance.corpus.CorpusFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Options, messages and exit status of {@code conform}, with this project's specification and a corpus of two small models. */
class ConformCommandTest {
    private static final String CRASH = "quorum-crash";
    private static final String PLANNER = "classic-planner";

    @TempDir
    private Path root;

    private Path corpus;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void project() throws IOException {
        Path here = Path.of(System.getProperty("godwit.root")).toAbsolutePath().normalize();
        Files.createSymbolicLink(root.resolve("spec"), here.resolve("spec"));
        Files.createSymbolicLink(root.resolve("impl"), here.resolve("impl"));
        corpus = Files.createDirectories(root.resolve("models/corpus"));
        try (Stream<Path> files = Files.list(here.resolve("models"))) {
            for (Path file : files.filter(it -> !it.endsWith("corpus")).toList()) {
                Files.createSymbolicLink(root.resolve("models").resolve(file.getFileName()), file);
            }
        }
        for (String model : List.of(CRASH, PLANNER)) {
            Files.copy(here.resolve("models/corpus/" + model + ".corpus"), file(model));
        }
        Files.createDirectories(root.resolve("docs/verify"));
        Files.writeString(
                root.resolve("docs/verify/evidence.md"), "<!-- begin traceability: -->\n<!-- end traceability -->\n");
        list(CRASH, PLANNER);
    }

    @Test
    void agreementExitsWithZeroAndWritesResults() throws IOException {
        Path json = root.resolve("out/conform.json");
        Path junit = root.resolve("out/conform.xml");
        assertEquals(0, run("--filter", CRASH, "--json", json.toString(), "--junit", junit.toString()), err::toString);
        assertContains(out, "quorum-crash", "272", "564", "agrees", "3 passed, 0 failed; 564 transitions");
        assertTrue(Files.readString(json).contains("\"distinct\" : 564"), Files.readString(json));
        String xml = Files.readString(junit);
        assertTrue(xml.contains("<testcase classname=\"replay\" name=\"quorum-crash\""), xml);
        assertTrue(xml.contains("failures=\"0\""), xml);
    }

    @Test
    void tooSmallACorpusIsAFailure() {
        assertEquals(1, run(), err::toString);
        assertContains(
                out,
                "FAILED coverage",
                "different transitions, not 1,000,000",
                "Classic: no model takes",
                "FAILED evidence");
    }

    @Test
    void transitionTooFewIsAMismatch() throws Exception {
        Corpus good = CorpusFile.read(file(CRASH));
        Edges fewer = without(good.edges(), good.states());
        CorpusFile.write(
                new Corpus(
                        good.header(),
                        good.variables(),
                        good.constants(),
                        good.instances(),
                        good.values(),
                        good.states(),
                        fewer),
                file(CRASH));
        assertEquals(1, run("--filter", CRASH), err::toString);
        assertContains(
                out,
                "FAILED: 1 mismatches",
                "the engine accepts, the specification has no such transition",
                "spec/quorum/");
    }

    @Test
    void corpusOfAnotherSpecificationIsAFailure() throws IOException {
        byte[] bytes = Files.readAllBytes(file(CRASH));
        String text = new String(bytes, ISO_8859_1);
        Files.writeString(file(CRASH), text.replaceFirst("source ....", "source 0000"), ISO_8859_1);
        assertEquals(1, run("--filter", CRASH), err::toString);
        assertContains(
                out, "FAILED drift", "quorum-crash: the specification or its cfg changed", "conform --regenerate");
    }

    @Test
    void moduleWithoutEngineIsNamed() throws IOException {
        String text = new String(Files.readAllBytes(file(CRASH)), ISO_8859_1);
        Files.writeString(file(CRASH), text.replaceFirst("root ControlPlane", "root SumOrder"), ISO_8859_1);
        assertEquals(2, run("--filter", CRASH));
        assertContains(err, "quorum-crash.corpus: nothing replays the module SumOrder");
    }

    @Test
    void brokenInputIsNamedWithARemedy() throws IOException {
        Files.writeString(file(CRASH), "nothing\n\n");
        assertEquals(2, run());
        assertContains(
                err,
                "models/corpus/quorum-crash.corpus: no corpus of this version",
                "./godwit conform --regenerate --filter quorum-crash");
        Files.delete(file(CRASH));
        assertEquals(2, run());
        assertContains(err, "models/corpus/quorum-crash.corpus: there is no such corpus");
    }

    @Test
    void brokenListIsNamedWithItsLine() throws IOException {
        list(CRASH, "quorum-crush");
        assertEquals(2, run());
        assertContains(err, "models.txt:2: the manifest has no model quorum-crush", "Did you mean 'quorum-crash'?");
        list(CRASH, CRASH);
        assertEquals(2, run());
        assertContains(err, "models.txt:2: quorum-crash is listed twice");
        Files.delete(corpus.resolve("models.txt"));
        assertEquals(2, run());
        assertContains(err, "models.txt: there is no such file");
    }

    @Test
    void wrongUseIsNamed() {
        assertEquals(2, run("--workers", "0"));
        assertContains(err, "--workers must be at least 1");
        assertEquals(2, run("--regenerate", "--docs"));
        assertEquals(2, run("--filter", "no-such-model"));
        assertContains(err, "no model whose name contains no-such-model");
    }

    /** From a damaged file, from none, and from one that is as it should be: byte for byte what the repository has. */
    @Test
    void corpusIsRegeneratedByteForByte() throws IOException {
        byte[] crash = Files.readAllBytes(file(CRASH));
        byte[] planner = Files.readAllBytes(file(PLANNER));
        Files.write(file(CRASH), Arrays.copyOf(crash, crash.length - 9));
        Files.delete(file(PLANNER));
        assertEquals(0, run("--regenerate", "--workers", "2"), err::toString);
        assertContains(
                out, "quorum-crash CHANGED: 272 states, 564 transitions", "classic-planner is new", "1 changed, 1 new");
        assertArrayEquals(crash, Files.readAllBytes(file(CRASH)));
        assertArrayEquals(planner, Files.readAllBytes(file(PLANNER)));
        assertTrue(Files.readString(root.resolve("docs/verify/evidence.md")).contains("| PlanStep |"));
        assertEquals(0, run("--regenerate", "--filter", CRASH), err::toString);
        assertContains(out, "1 models: 1 unchanged", "docs/verify/evidence.md is up to date");
        assertArrayEquals(crash, Files.readAllBytes(file(CRASH)));
    }

    @Test
    void specificationThatTlcCannotReadIsAToolFailure() throws IOException {
        Files.delete(root.resolve("spec"));
        Path here = Path.of(System.getProperty("godwit.root")).toAbsolutePath().normalize();
        try (Stream<Path> files = Files.walk(here.resolve("spec"))) {
            for (Path file : files.toList()) {
                Path copy = root.resolve("spec").resolve(here.resolve("spec").relativize(file));
                Files.copy(file, copy);
            }
        }
        Path module = root.resolve("spec/classic/MigrationPlanner.tla");
        Files.writeString(module, Files.readString(module).replaceFirst("(?m)^====", "Broken == (\n===="));
        assertEquals(3, run("--regenerate", "--filter", PLANNER));
        assertContains(err, "TLC broke off at classic-planner");
    }

    /** The same without one transition, which is not the first one to its state. */
    private static Edges without(Edges edges, States states) {
        int met = states.initial();
        for (int s = 0; s < states.size(); s++) {
            for (int e = edges.first()[s]; e < edges.first()[s + 1]; e++) {
                if (edges.target()[e] < met) {
                    int[] first = edges.first().clone();
                    for (int later = s + 1; later < first.length; later++) {
                        first[later]--;
                    }
                    return new Edges(first, cut(edges.instance(), e), cut(edges.target(), e));
                }
                met++;
            }
        }
        throw new AssertionError("a tree");
    }

    private static int[] cut(int[] items, int at) {
        int[] fewer = Arrays.copyOf(items, items.length - 1);
        System.arraycopy(items, at + 1, fewer, at, fewer.length - at);
        return fewer;
    }

    private Path file(String model) {
        return corpus.resolve(model + ".corpus");
    }

    private void list(String... models) throws IOException {
        Files.write(corpus.resolve("models.txt"), List.of(models));
    }

    private static void assertContains(StringWriter text, String... parts) {
        for (String part : parts) {
            assertTrue(text.toString().contains(part), part + " is missing in:\n" + text);
        }
    }

    private int run(String... options) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        String[] all = Stream.concat(Stream.of("conform", "--root", root.toString()), Stream.of(options))
                .toArray(String[]::new);
        return line.execute(all);
    }
}
