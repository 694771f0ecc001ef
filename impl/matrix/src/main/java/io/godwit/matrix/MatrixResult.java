package io.godwit.matrix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.godwit.modelcheck.input.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The results of the bug matrix.
 *
 * @param started when, ISO 8601, UTC
 * @param seconds how long it took
 * @param size {@code ci} or {@code full}
 * @param machine on which machine
 * @param rows its rows, in the order of the list
 */
public record MatrixResult(
        String started, double seconds, String size, Map<String, String> machine, List<RowResult> rows) {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    /** Copies the collections. */
    public MatrixResult {
        machine = Map.copyOf(machine);
        rows = List.copyOf(rows);
    }

    /** Where the committed result of a project is. */
    public static Path file(Path root) {
        return root.resolve("docs").resolve("results").resolve("matrix.json");
    }

    /** The row of that name. */
    public Optional<RowResult> row(String name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst();
    }

    /** This result, completed with an older one where nothing was run; rows that are no longer listed are removed. */
    public MatrixResult over(MatrixResult older, Rows list) {
        List<RowResult> merged = new ArrayList<>();
        for (Row row : list.rows()) {
            Optional<RowResult> before = older.row(row.name());
            Optional<RowResult> now = row(row.name());
            if (now.isPresent() && before.isPresent()) {
                merged.add(now.get().over(before.get()));
            } else {
                now.or(() -> before).ifPresent(merged::add);
            }
        }
        return new MatrixResult(started, seconds, size, machine, merged);
    }

    /** Writes it, and the directory of the file if it is missing. */
    public void write(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, MAPPER.writeValueAsString(this) + "\n");
    }

    /**
     * Reads what was written.
     *
     * @throws BadInputException when it is something else
     */
    public static MatrixResult read(Path file) throws BadInputException, IOException {
        try {
            return MAPPER.readValue(Files.readString(file), MatrixResult.class);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw new BadInputException(
                    file,
                    line,
                    "not a result of the matrix: " + e.getOriginalMessage(),
                    "Write it again with ./godwit matrix --update.");
        }
    }
}
