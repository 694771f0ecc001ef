package io.godwit.conformance.corpus;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.conformance.corpus.Corpus.Constant;
import io.godwit.conformance.corpus.Corpus.Edges;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.Corpus.States;
import io.godwit.conformance.corpus.Values.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorpusFileTest {
    @TempDir
    private Path directory;

    @Test
    void whatIsWrittenIsRead() throws IOException {
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
        Values values = new Values();
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
        Values values = new Values();
        for (int i = 0; i < 5000; i++) {
            int number = values.ofNumber(i);
            assertEquals(number, values.ofNumber(i));
            assertEquals(values.ofSet(new int[] {number}, -1), values.ofSet(new int[] {number, number}, -1));
        }
        assertEquals(10_000, values.size());
    }

    @Test
    void damageIsNoticed() throws IOException {
        Path file = directory.resolve("sample.corpus");
        CorpusFile.write(sample(), file);
        String text = Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1);
        Files.writeString(
                file, text.replaceFirst("content .", "content x"), java.nio.charset.StandardCharsets.ISO_8859_1);
        IOException damaged = assertThrows(IOException.class, () -> CorpusFile.read(file));
        assertTrue(damaged.getMessage().contains("damaged"), damaged.getMessage());
        Files.writeString(file, "something else\n\n");
        assertThrows(IOException.class, () -> CorpusFile.read(file));
    }

    private static Corpus sample() {
        Values values = new Values();
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
