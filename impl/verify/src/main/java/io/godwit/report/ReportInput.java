package io.godwit.report;

import io.godwit.matrix.MatrixResult;
import io.godwit.matrix.Rows;
import io.godwit.matrix.verify.VerifyReport;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The input of a report.
 *
 * @param check the results of the check
 * @param manifest the manifest that was checked
 * @param traces saved traces by the name of their model
 * @param ladder the other rungs; null where only models were checked
 */
record ReportInput(CheckReport check, Manifest manifest, Map<String, Trace> traces, Ladder ladder) {
    /**
     * The results of {@code verify} in addition to the models.
     *
     * @param report what came out
     * @param rows the rows of the bug matrix
     * @param matrix the matrix: of this run if all of it ran, else as it was filled in last
     */
    record Ladder(VerifyReport report, Rows rows, MatrixResult matrix) {}

    List<EntryResult> results(Predicate<EntryResult> which) {
        return check.entries().stream().filter(which).toList();
    }

    static String moduleName(EntryResult result) {
        String file = result.module().substring(result.module().lastIndexOf('/') + 1);
        return file.endsWith(".tla") ? file.substring(0, file.length() - 4) : file;
    }
}
