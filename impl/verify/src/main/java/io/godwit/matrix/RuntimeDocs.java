package io.godwit.matrix;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.input.GeneratedSection;
import io.godwit.mutants.runtime.RuntimeMutants;
import io.godwit.mutants.runtime.RuntimeMutants.RuntimeMutant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The table of the runtime's mutants in {@code docs/results/runtime-matrix.md}. */
public final class RuntimeDocs {
    private RuntimeDocs() {}

    private static GeneratedSection section(Path root) {
        Path file = root.resolve("docs").resolve("results").resolve("runtime-matrix.md");
        return new GeneratedSection(file, "runtime", "./godwit matrix --docs");
    }

    /** Writes the table. */
    public static boolean write(Path root, RuntimeResult result) throws BadInputException, IOException {
        return section(root).write(table(result));
    }

    /** The error if the table does not match the result. */
    public static Optional<String> stale(Path root, RuntimeResult result) throws BadInputException, IOException {
        return section(root).stale(table(result));
    }

    private static String table(RuntimeResult result) {
        long simulated =
                result.rows().stream().filter(row -> !row.property().isEmpty()).count();
        long tested =
                result.rows().stream().filter(row -> !row.test().isEmpty()).count();
        StringBuilder text = new StringBuilder();
        text.append(result.rows().size())
                .append(" mutants: ")
                .append(simulated)
                .append(" are noticed by the simulation, ")
                .append(tested)
                .append(" by a test.\n\n")
                .append("| mutant | what is wrong | noticed by | faults |\n|---|---|---|---|\n");
        for (RuntimeMutant mutant : RuntimeMutants.list()) {
            result.row(mutant.name()).ifPresent(row -> text.append("| `" + mutant.name() + "` | ")
                    .append(mutant.text())
                    .append(" | ")
                    .append(row.test().isEmpty() ? row.words() : "test `" + row.shortTest() + "`")
                    .append(" | ")
                    .append(row.test().isEmpty() ? "`" + mutant.faults() + "`" : "")
                    .append(" |\n"));
        }
        return text.toString();
    }
}
