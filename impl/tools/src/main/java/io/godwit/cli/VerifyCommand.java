package io.godwit.cli;

import io.godwit.matrix.verify.Verification;
import io.godwit.matrix.verify.VerifyReport;
import io.godwit.matrix.verify.VerifyReport.RungResult;
import io.godwit.modelcheck.CheckRequest;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.modelcheck.run.ReportJson;
import io.godwit.modelcheck.run.Selection;
import io.godwit.report.Report;
import io.godwit.report.ReviewDocs;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code godwit verify}: produces all evidence, with a report. */
@Command(
        name = "verify",
        description =
                "Run all checks: check the models, compare engine and specification (drift, traceability, replay),"
                        + " simulate, check event logs against the specification, and run mutants of the engine. Writes"
                        + " out/verify.json, out/verify.xml (JUnit), out/check.json, the HTML report out/report/index.html, and the"
                        + " counterexamples of the findings as diagrams in out/review.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "docs/verify/README.md describes the rungs, the bug matrix and the results."},
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:success",
            "1:a check failed, or a rung did not run",
            "2:invalid arguments or input",
            "3:a tool failed"
        })
final class VerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--full",
            description = "Run the pr tier instead of quick, 500 seeds instead of 100, 20 event logs instead of a short"
                    + " one, and the whole bug matrix instead of the fastest row of each rung.")
    private boolean full;

    @Mixin
    private CheckOptions options;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "JSON output file. Default: out/verify.json of the project.")
    private Path json;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "JUnit XML output file. Default: out/verify.xml of the project.")
    private Path junit;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Manifest manifest = options.manifest();
        Selection selection = options.selection(manifest, full ? Tier.PR : Tier.QUICK, null);
        Path directory = options.root().resolve("out");
        Path pages = directory.resolve("report");
        Path traces = Outputs.counterexamples(pages);
        Function<Selection, CheckRequest> requests = which -> options.request(manifest, which, traces);
        VerifyReport report;
        try (ProgressView view = ProgressView.on(out)) {
            report = new Verification(requests, selection, full, view).run();
        }
        new VerifyTable(out).print(report);
        ReportJson.write(report.check(), directory.resolve("check.json"));
        report.writeJson(json == null ? directory.resolve("verify.json") : json);
        report.writeJunit(junit == null ? directory.resolve("verify.xml") : junit);
        out.println("report: " + Report.write(report, manifest, traces, pages));
        ReviewDocs.generateFindings(manifest);
        out.flush();
        return report.passed() ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
    }

    /** The table at the end of {@code verify}: a line for each rung, the failures, the totals. */
    static final class VerifyTable {
        private final PrintWriter out;

        VerifyTable(PrintWriter out) {
            this.out = out;
        }

        void print(VerifyReport report) {
            for (RungResult rung : report.rungs()) {
                for (RungResult.Case one : rung.cases()) {
                    if (one.status() == EntryStatus.FAILED) {
                        out.println("FAILED " + one.group() + ": " + one.name());
                        one.reasons().forEach(reason -> out.println("    " + reason.replace("\n", "\n    ")));
                    }
                }
            }
            out.printf(
                    Locale.ROOT,
                    "%-14s %-7s %8s %6s %7s %8s  %s%n",
                    "rung",
                    "",
                    "passed",
                    "failed",
                    "skipped",
                    "time",
                    "");
            report.rungs().forEach(rung -> out.println(line(rung)));
            out.printf(
                    Locale.ROOT,
                    "%d passed, %d failed, %d skipped; %.0f s%n",
                    report.count(EntryStatus.PASSED),
                    report.count(EntryStatus.FAILED),
                    report.count(EntryStatus.SKIPPED),
                    report.seconds());
            out.flush();
        }

        static String line(RungResult rung) {
            return String.format(
                    Locale.ROOT,
                    "%-14s %-7s %,8d %,6d %,7d %6.1f s  %s",
                    rung.name(),
                    rung.passed() ? "ok" : "FAILED",
                    rung.count(EntryStatus.PASSED),
                    rung.count(EntryStatus.FAILED),
                    rung.count(EntryStatus.SKIPPED),
                    rung.seconds(),
                    rung.cases().isEmpty() ? "did not run" : rung.summary());
        }
    }
}
