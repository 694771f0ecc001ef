package io.godwit.matrix.verify;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.godwit.matrix.MatrixResult;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.modelcheck.run.JUnitXml;
import io.godwit.modelcheck.run.ReportJson;
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

    /**
     * The result of a rung.
     *
     * @param name its name
     * @param seconds how long it took
     * @param summary in a few words
     * @param cases everything that was looked at
     */
    public record RungResult(String name, double seconds, String summary, List<Case> cases) {
        /**
         * A case of a rung.
         *
         * @param group what it belongs to
         * @param name its name
         * @param status whether it came out as it must
         * @param seconds how long it took
         * @param reasons why it failed or was skipped, or what is noted of it
         */
        public record Case(String group, String name, EntryStatus status, double seconds, List<String> reasons) {
            /** Copies the list. */
            public Case {
                reasons = List.copyOf(reasons);
            }
        }

        /** Copies the list. */
        public RungResult {
            cases = List.copyOf(cases);
        }

        /** A rung without cases has failed. */
        public boolean passed() {
            return !cases.isEmpty() && count(EntryStatus.FAILED) == 0;
        }

        /** How many cases ended so. */
        public long count(EntryStatus status) {
            return cases.stream().filter(it -> it.status() == status).count();
        }
    }
}
