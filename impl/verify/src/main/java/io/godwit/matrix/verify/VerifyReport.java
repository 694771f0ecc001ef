package io.godwit.matrix.verify;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.godwit.matrix.MatrixResult;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.result.CheckReport;
import io.godwit.modelcheck.result.EntryStatus;
import io.godwit.modelcheck.result.JUnitXml;
import io.godwit.modelcheck.result.ReportJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that {@code verify} found out.
 *
 * @param started when, ISO 8601, UTC
 * @param seconds wall-clock time of the whole run
 * @param full whether it was {@code --full}
 * @param check what came out of the models
 * @param rungs what came out of each rung, the models first
 * @param matrix the rows of the bug matrix that ran
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record VerifyReport(
        String started, double seconds, boolean full, CheckReport check, List<RungResult> rungs, MatrixResult matrix) {
    /** Copies the list. */
    public VerifyReport {
        rungs = List.copyOf(rungs);
    }

    /** Did every rung pass? */
    public boolean passed() {
        return rungs.stream().allMatch(RungResult::passed);
    }

    /** How many cases ended so, on all rungs. */
    public long count(EntryStatus status) {
        return rungs.stream().mapToLong(rung -> rung.count(status)).sum();
    }

    /** Writes it as JSON. */
    public void writeJson(Path file) throws IOException {
        ReportJson.write(this, file);
    }

    /** Writes it in the form that CI servers know: a test case for each case of each rung. */
    public void writeJunit(Path file) throws IOException {
        List<JUnitXml.Case> cases = new ArrayList<>();
        for (RungResult rung : rungs) {
            rung.cases()
                    .forEach(it -> cases.add(
                            new JUnitXml.Case(it.group(), it.name(), it.seconds(), it.status(), it.reasons())));
            if (rung.cases().isEmpty()) {
                cases.add(
                        new JUnitXml.Case(rung.name(), rung.name(), 0, EntryStatus.FAILED, List.of("it has not run")));
            }
        }
        JUnitXml.write(new JUnitXml.Suite("godwit verify", started, seconds, cases), file);
    }

    /**
     * Reads what {@link #writeJson} wrote.
     *
     * @throws BadInputException when the file is something else
     */
    public static VerifyReport read(Path file) throws BadInputException, IOException {
        return ReportJson.read(file, VerifyReport.class, "a result of verify", "Run ./godwit verify again.");
    }
}
