package io.godwit.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.matrix.MatrixResult;
import io.godwit.matrix.Rows;
import io.godwit.matrix.verify.VerifyReport;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.ReportJson;
import io.godwit.report.Report.ReportInput.Ladder;
import io.godwit.trace.Lenses;
import io.godwit.trace.Trace;
import io.godwit.trace.TraceException;
import io.godwit.trace.TraceJson;
import io.godwit.trace.page.SpecificationText;
import io.godwit.trace.page.TracePage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The report over everything: {@code index.html} and a page per saved trace, in one directory that needs no server.
 *
 * <pre>{@code
 * CheckReport check = ReportJson.read(Path.of("out/check.json"));   // what `check --json` wrote, or straight from Check.run()
 * Path index = Report.write(check, manifest, root.resolve("out/traces"), root.resolve("out/report"));
 * }</pre>
 */
public final class Report {
    private Report() {}

    /** Writes the report with the traces of a directory, and returns the page to open. */
    public static Path write(CheckReport check, Manifest manifest, Path tracesDirectory, Path out) {
        return write(check, null, manifest, tracesDirectory, out);
    }

    /**
     * Writes the report from a file, with the traces of a directory.
     *
     * @param results what {@code check --json} or {@code verify} wrote; all rungs are in the second only
     * @throws BadInputException when it is neither, or the rows of the bug matrix cannot be understood
     */
    public static Path write(Path results, Manifest manifest, Path tracesDirectory, Path out)
            throws BadInputException, IOException {
        return isOfVerify(results)
                ? write(VerifyReport.read(results), manifest, tracesDirectory, out)
                : write(ReportJson.read(results), manifest, tracesDirectory, out);
    }

    private static boolean isOfVerify(Path results) {
        try {
            return new ObjectMapper().readTree(Files.readString(results)).has("rungs");
        } catch (IOException e) {
            // Reading it as output of check reports what is wrong with it.
            return false;
        }
    }

    /**
     * Writes the report over all rungs, with the traces of a directory.
     *
     * @throws BadInputException when the rows of the bug matrix, or what is known of them, cannot be understood
     */
    public static Path write(VerifyReport report, Manifest manifest, Path tracesDirectory, Path out)
            throws BadInputException, IOException {
        Path root = manifest.root();
        MatrixResult matrix = report.full() ? report.matrix() : MatrixResult.read(MatrixResult.file(root));
        Ladder ladder = new Ladder(report, Rows.read(root), matrix);
        return write(report.check(), ladder, manifest, tracesDirectory, out);
    }

    private static Path write(CheckReport check, Ladder ladder, Manifest manifest, Path tracesDirectory, Path out) {
        Lenses lenses = Lenses.load(manifest.root().resolve("spec"));
        Map<String, Trace> traces = new TreeMap<>();
        for (Path file : ReviewDocs.traceFiles(tracesDirectory)) {
            traces.put(ReviewDocs.baseName(file), TraceJson.read(file, lenses));
        }
        Path pages = out.resolve("traces");
        Path index = out.resolve("index.html");
        try {
            Files.createDirectories(pages);
            SpecificationText specification = SpecificationText.read(manifest.root());
            for (Map.Entry<String, Trace> entry : traces.entrySet()) {
                Files.writeString(
                        pages.resolve(entry.getKey() + ".html"),
                        TracePage.render(entry.getValue(), specification, "../index.html"));
            }
            Files.writeString(index, new IndexPage(new ReportInput(check, manifest, traces, ladder)).render());
        } catch (IOException e) {
            throw new TraceException(out + ": the report cannot be written: " + e.getMessage(), e);
        }
        return index;
    }

    /** Writes the page of one saved trace and returns it. */
    public static Path writeTrace(Path traceFile, Path root, Path page) {
        Trace trace = TraceJson.read(traceFile, Lenses.load(root.resolve("spec")));
        try {
            if (page.toAbsolutePath().getParent() != null) {
                Files.createDirectories(page.toAbsolutePath().getParent());
            }
            return Files.writeString(page, TracePage.render(trace, SpecificationText.read(root), ""));
        } catch (IOException e) {
            throw new TraceException(page + ": cannot be written: " + e.getMessage(), e);
        }
    }

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
}
