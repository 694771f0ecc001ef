package io.godwit.cli;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestReader;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.JUnitXml;
import io.godwit.modelcheck.run.ReportJson;
import io.godwit.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;

/**
 * Output files of a check.
 *
 * @param json the results; null for none
 * @param junit the results for CI servers; null for none
 * @param report directory of the HTML report; null for none
 */
record Outputs(Path json, Path junit, Path report) {
    /** The directory in a report that holds its counterexamples. */
    static Path counterexamples(Path report) {
        return report.toAbsolutePath().normalize().resolve("counterexamples");
    }

    void write(CheckReport result, Manifest manifest, PrintWriter out) throws BadInputException, IOException {
        if (json != null) {
            ReportJson.write(result, json);
        }
        if (junit != null) {
            JUnitXml.write(result, junit);
        }
        if (report != null) {
            // Counts may have been updated in the meantime.
            Manifest now = ManifestReader.read(manifest.file(), manifest.root());
            out.println("report: " + Report.write(result, now, counterexamples(report), report));
        }
    }

    /** The root directory of the project, as given by the launcher. */
    static final class ProjectRoot {
        private ProjectRoot() {}

        /** The directory that holds {@code spec} and {@code models}; the current directory without a launcher. */
        static Path find() {
            return Path.of(System.getProperty("godwit.root", ""))
                    .toAbsolutePath()
                    .normalize();
        }
    }
}
