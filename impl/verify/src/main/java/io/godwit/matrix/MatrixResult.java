package io.godwit.matrix;

import io.godwit.matrix.RungOutcome.Rung;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.run.ReportJson;
import java.io.IOException;
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
        for (MatrixRow row : list.rows()) {
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
        ReportJson.write(this, file);
    }

    /**
     * Reads what was written.
     *
     * @throws BadInputException when it is something else
     */
    public static MatrixResult read(Path file) throws BadInputException, IOException {
        return ReportJson.read(
                file, MatrixResult.class, "a result of the matrix", "Write it again with ./godwit matrix --update.");
    }

    /**
     * The results of all rungs for a row.
     *
     * @param name the row
     * @param tlc the model checker
     * @param replay the replay
     * @param simulation the simulation
     */
    public record RowResult(String name, RungOutcome tlc, RungOutcome replay, RungOutcome simulation) {
        /** This result, completed with an older one where nothing was run. */
        RowResult over(RowResult older) {
            return new RowResult(
                    name, tlc.over(older.tlc), replay.over(older.replay), simulation.over(older.simulation));
        }

        /** Of one rung. */
        public RungOutcome of(Rung rung) {
            return switch (rung) {
                case TLC -> tlc;
                case REPLAY -> replay;
                case SIMULATION -> simulation;
            };
        }
    }
}
