package io.godwit.matrix.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.mutants.runtime.RuntimeMutant;
import io.godwit.mutants.runtime.RuntimeMutants;
import java.io.IOException;
import java.nio.file.Files;
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
    private static final ObjectMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

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
        Files.writeString(file, MAPPER.writeValueAsString(this) + "\n");
    }

    /**
     * Reads what was written.
     *
     * @throws BadInputException when it is something else
     */
    public static RuntimeResult read(Path file) throws BadInputException, IOException {
        try {
            return MAPPER.readValue(Files.readString(file), RuntimeResult.class);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw new BadInputException(
                    file,
                    line,
                    "not a result of the runtime's matrix: " + e.getOriginalMessage(),
                    "Write it again with ./godwit matrix --update.");
        }
    }
}
