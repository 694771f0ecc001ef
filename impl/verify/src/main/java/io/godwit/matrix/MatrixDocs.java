package io.godwit.matrix;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.input.GeneratedSection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The matrix in {@code docs/verify/evidence.md}. */
public final class MatrixDocs {
    private MatrixDocs() {}

    private static GeneratedSection section(Path root) {
        return new GeneratedSection(root.resolve("docs/verify/evidence.md"), "matrix", "./godwit matrix --docs");
    }

    /**
     * Writes the table.
     *
     * @return whether it changed
     */
    public static boolean write(Path root, Rows rows, MatrixResult result) throws BadInputException, IOException {
        return section(root).write(MatrixTable.of(rows, result));
    }

    /** The error if the table does not match the result. */
    public static Optional<String> stale(Path root, Rows rows, MatrixResult result)
            throws BadInputException, IOException {
        return section(root).stale(MatrixTable.of(rows, result));
    }
}
