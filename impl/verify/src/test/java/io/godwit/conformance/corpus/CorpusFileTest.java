package io.godwit.conformance.corpus;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.conformance.corpus.Corpus.Constant;
import io.godwit.conformance.corpus.Corpus.Edges;
import io.godwit.conformance.corpus.Corpus.Header;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.Corpus.States;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.input.BadInputException.InputProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorpusFileTest {
    @TempDir
    private Path directory;

    @Test
    void writtenValueIsRead() throws Exception {
        Corpus written = sample();
        Path file = directory.resolve("sample.corpus");
        Header header = CorpusFile.write(written, file);
        Corpus read = CorpusFile.read(file);

        assertEquals(header, read.header());
        assertEquals(3, header.states());
        assertEquals(4, header.transitions());
        assertEquals(written.variables(), read.variables());
        assertEquals(written.constants(), read.constants());
        assertEquals(written.instances(), read.instances());
        assertArrayEquals(written.states().ids(), read.states().ids());
        assertArrayEquals(written.edges().first(), read.edges().first());
        assertArrayEquals(written.edges().instance(), read.edges().instance());
        assertArrayEquals(written.edges().target(), read.edges().target());
        for (int id = 0; id < written.values().size(); id++) {
            assertEquals(written.values().show(id), read.values().show(id));
        }
    }

    @Test
    void valuesLookAsInTla() {
        ValueTable values = new ValueTable();
        int a = values.ofText("a");
        int b = values.ofText("b");
        int one = values.ofNumber(-1);
        int yes = values.ofTruth(true);
        assertEquals("{\"a\", \"b\"}", values.show(values.ofSet(new int[] {b, a, b}, -1)));
        assertEquals("<<-1, TRUE>>", values.show(values.ofSequence(new int[] {one, yes}, -1)));
        Shape record = new Shape(List.of("x", "y"), List.of());
        assertEquals("[x |-> -1, y |-> \"a\"]", values.show(values.ofShape(record, new int[] {one, a}, -1)));
        Shape function = new Shape(List.of(), List.of(a, b));
        assertEquals("(\"a\" :> -1 @@ \"b\" :> TRUE)", values.show(values.ofShape(function, new int[] {one, yes}, -1)));
    }

    @Test
    void equalValuesHaveOneId() {
        ValueTable values = new ValueTable();
        for (int i = 0; i < 5000; i++) {
            int number = values.ofNumber(i);
            assertEquals(number, values.ofNumber(i));
            assertEquals(values.ofSet(new int[] {number}, -1), values.ofSet(new int[] {number, number}, -1));
        }
        assertEquals(10_000, values.size());
    }

    @Test
    void damageIsNamedWithARemedy() throws IOException {
        Path file = directory.resolve("sample.corpus");
        assertBroken(file, "there is no such corpus");
        CorpusFile.write(sample(), file);
        byte[] good = Files.readAllBytes(file);
        String text = new String(good, ISO_8859_1);
        write(file, text.replaceFirst("content .", "content x"));
        assertBroken(file, "damaged: its content is not what its header says");
        write(file, text.replaceFirst("states 3", "states three"));
        assertBroken(file, "damaged: its header has no states");
        write(file, text.replaceFirst("family quorum\n", ""));
        assertBroken(file, "damaged: its header has no family");
        Files.write(file, Arrays.copyOf(good, good.length - 20));
        assertBroken(file, "damaged: it cannot be unpacked");
        write(file, "something else\n\n");
        assertBroken(file, "it does not begin with \"godwit-corpus 1\"");
        write(file, "");
        assertBroken(file, "it does not begin with");
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, ISO_8859_1);
    }

    private static void assertBroken(Path file, String words) {
        BadInputException broken = assertThrows(BadInputException.class, () -> CorpusFile.read(file));
        InputProblem problem = broken.problems().get(0);
        assertEquals(file, problem.file());
        assertTrue(problem.message().contains(words), problem.message());
        assertEquals("Make it anew: ./godwit conform --regenerate --filter sample", problem.remedy());
    }

    private static Corpus sample() {
        ValueTable values = new ValueTable();
        int a = values.ofText("a");
        int b = values.ofText("b");
        int empty = values.ofSet(new int[0], -1);
        int one = values.ofSet(new int[] {a}, empty);
        int both = values.ofSet(new int[] {a, b}, one);
        int start = values.ofSequence(new int[] {a, empty, b}, -1);
        int next = values.ofSequence(new int[] {a, one, b}, start);
        int last = values.ofShape(new Shape(List.of(), List.of(a, b)), new int[] {next, both}, -1);
        return new Corpus(
                new Header("sample", "Sample", "quorum", "00", 0, 0, ""),
                List.of("x", "y"),
                List.of(new Constant("Members", "{\"a\"}")),
                List.of(
                        new Instance("M", "Go", List.of(), List.of()),
                        new Instance("M", "Return", List.of("n"), List.of(b))),
                values,
                new States(2, 1, new int[] {empty, start, one, next, both, last}),
                new Edges(new int[] {0, 2, 3, 4}, new int[] {0, 1, 0, 1}, new int[] {1, 0, 2, 1}));
    }
}
