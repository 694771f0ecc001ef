package io.godwit.matrix;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.run.ReportJson;
import io.godwit.mutants.runtime.RuntimeMutants;
import io.godwit.mutants.runtime.RuntimeMutants.RuntimeMutant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rows of the matrix that are mutants of the runtime, filled in.
 *
 * @param rows in the order of {@link RuntimeMutants}
 */
public record RuntimeResult(List<RuntimeRow> rows) {
    /** Copies the list. */
    public RuntimeResult {
        rows = List.copyOf(rows);
    }

    /** Where the committed result of a project is. */
    public static Path file(Path root) {
        return root.resolve("docs").resolve("results").resolve("runtime-matrix.json");
    }

    /** The row of that name. */
    public Optional<RuntimeRow> row(String name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst();
    }

    /** This result, and for mutants that it does not have what an older one has; mutants that are not listed any more are gone. */
    public RuntimeResult over(RuntimeResult older) {
        List<RuntimeRow> merged = new ArrayList<>();
        for (RuntimeMutant mutant : RuntimeMutants.list()) {
            row(mutant.name()).or(() -> older.row(mutant.name())).ifPresent(merged::add);
        }
        return new RuntimeResult(merged);
    }

    /** Mutants that are listed and have no row that says what catches them. */
    public List<String> uncaught() {
        return RuntimeMutants.list().stream()
                .map(RuntimeMutant::name)
                .filter(name -> row(name).filter(RuntimeRow::caught).isEmpty())
                .toList();
    }

    /** Writes it. */
    public void write(Path file) throws IOException {
        ReportJson.write(this, file);
    }

    /**
     * Reads what was written.
     *
     * @throws BadInputException when it is something else
     */
    public static RuntimeResult read(Path file) throws BadInputException, IOException {
        return ReportJson.read(
                file,
                RuntimeResult.class,
                "a result of the runtime's matrix",
                "Write it again with ./godwit matrix --update.");
    }

    /**
     * What caught a mutant of the runtime.
     *
     * @param name the mutant
     * @param property that was violated; empty if no seed noticed it
     * @param seed that noticed it first, or the last one that was run; 0 if a test catches the mutant
     * @param test that fails with it; empty if the simulation catches it
     * @param seconds that it took
     */
    public record RuntimeRow(String name, String property, long seed, String test, double seconds) {
        /** Whether the simulation noticed it, or a test is said to. */
        public boolean caught() {
            return !property.isEmpty() || !test.isEmpty();
        }

        /** The same in words. */
        public String words() {
            if (!test.isEmpty()) {
                return "test " + shortTest();
            }
            return property.isEmpty() ? "not noticed by seeds 1 to " + seed : property + ", seed " + seed;
        }

        /** The test without its package. */
        String shortTest() {
            String[] parts = test.split("\\.", -1);
            return parts[parts.length - 2] + "." + parts[parts.length - 1];
        }
    }
}
