package io.godwit.matrix;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.matrix.MatrixRow.SearchSettings;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.run.ReportJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rows of the matrix, as {@code models/matrix.json} lists them.
 *
 * @param replayTransitions at CI size, models with more transitions are left out of the search by replay, unless a mutant of
 *     the row is made of them
 * @param search per protocol, how the simulation looks for mutants
 * @param notInTheEngine switches of the specification without a counterpart in the engine, and why
 * @param rows the rows
 */
public record Rows(
        @JsonProperty(required = true) int replayTransitions,
        @JsonProperty(required = true) Map<String, SearchSettings> search,
        @JsonProperty(required = true) Map<String, String> notInTheEngine,
        @JsonProperty(required = true) List<MatrixRow> rows) {
    /** Copies the collections. */
    public Rows {
        search = Map.copyOf(search);
        notInTheEngine = Map.copyOf(notInTheEngine);
        rows = List.copyOf(rows);
    }

    /** Where the list of a project is. */
    public static Path file(Path root) {
        return root.resolve("models").resolve("matrix.json");
    }

    /**
     * Reads the list of a project.
     *
     * @throws BadInputException when it is broken
     * @throws IOException when it cannot be read
     */
    public static Rows read(Path root) throws BadInputException, IOException {
        return ReportJson.read(file(root), Rows.class, "a list of rows", "docs/verify/README.md describes it.");
    }

    /** The row of that name. */
    public Optional<MatrixRow> row(String name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst();
    }

    /** How the simulation looks for a row. */
    SearchSettings search(MatrixRow row) {
        SearchSettings usual = search.get(row.protocol());
        return row.search() == null ? usual : row.search().orElse(usual);
    }
}
