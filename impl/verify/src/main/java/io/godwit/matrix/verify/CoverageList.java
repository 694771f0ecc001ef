package io.godwit.matrix.verify;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.matrix.verify.RuntimeCoverage.Line;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.run.ReportJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines of the runtime that the first seeds need not execute, and what does. Lines are known by their text, so that the list stays right
 * when they move; a text that is there twice stands for two lines of the file.
 *
 * @param entries in the order of files and lines
 */
record CoverageList(List<Entry> entries) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /**
     * A line.
     *
     * @param file its source, from the root of the packages
     * @param line its text
     * @param test the class of a test that executes it; or, in words that begin with {@link #NONE}, why none can
     */
    public record Entry(String file, String line, String test) {
        /** How {@link #test} begins where no test can execute the line. */
        public static final String NONE = "none: ";

        /** Whether a test executes the line. */
        public boolean tested() {
            return !test.startsWith(NONE);
        }
    }

    /** Copies the list. */
    public CoverageList {
        entries = List.copyOf(entries);
    }

    /** Where the list of a project is. */
    public static Path file(Path root) {
        return root.resolve("docs").resolve("results").resolve("runtime-coverage.json");
    }

    /** The lines that the list does not have. */
    public List<Line> lacks(List<Line> lines) {
        List<Entry> rest = new ArrayList<>(entries);
        List<Line> lacking = new ArrayList<>();
        for (Line line : lines) {
            int found = 0;
            while (found < rest.size() && !isOf(rest.get(found), line)) {
                found++;
            }
            if (found == rest.size()) {
                lacking.add(line);
            } else {
                rest.remove(found);
            }
        }
        return lacking;
    }

    private static boolean isOf(Entry entry, Line line) {
        return entry.file().equals(line.file()) && entry.line().equals(line.text());
    }

    /** Writes it, with a line for each entry. */
    public void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Entry entry : entries) {
            lines.add(MAPPER.writeValueAsString(entry));
        }
        Files.writeString(file, "[\n" + String.join(",\n", lines) + "\n]\n");
    }

    /**
     * Reads what was written.
     *
     * @throws BadInputException when it is something else
     */
    public static CoverageList read(Path file) throws BadInputException, IOException {
        Entry[] entries = ReportJson.read(
                file, Entry[].class, "a list of lines", "docs/verify/README.md says how it is written.");
        return new CoverageList(List.of(entries));
    }
}
