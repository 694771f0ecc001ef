package io.godwit.cli;

import io.godwit.conformance.Bindings;
import io.godwit.conformance.generate.CorpusList;
import io.godwit.conformance.run.ConformReport;
import io.godwit.conformance.run.ConformRow;
import io.godwit.conformance.run.Conformance;
import io.godwit.conformance.run.Evidence;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestReader;
import io.godwit.modelcheck.result.JUnitXml;
import io.godwit.modelcheck.result.ReportJson;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code godwit conform}: checks the engine against the specification. */
@Command(
        name = "conform",
        description =
                "Replay every transition of the corpus in the engine, and check that engine, specification and corpus agree.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "docs/verify/conformance.md describes the corpus, the checks and how to read a mismatch."},
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:engine and specification agree, and the corpus is up to date",
            "1:they disagree, or the corpus is out of date",
            "2:invalid arguments or input: a corpus, the list of models, the specification",
            "3:TLC failed"
        })
final class ConformCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--filter",
            paramLabel = "NAME",
            defaultValue = "",
            description = "Run only models whose name contains NAME. Checks over all models are then omitted.")
    private String filter;

    @ArgGroup
    private Mode mode = new Mode();

    /** Tasks other than checking. */
    static final class Mode {
        @Option(
                names = "--regenerate",
                description =
                        "Regenerate the corpus with TLC and the table in docs/verify/evidence.md, instead of checking them.")
        private boolean regenerate;

        @Option(names = "--docs", description = "Write the table in docs/verify/evidence.md, and exit.")
        private boolean docs;
    }

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Number of models checked in parallel. Default: one per processor.")
    private int workers = Runtime.getRuntime().availableProcessors();

    @Option(names = "--json", paramLabel = "FILE", description = "Write the results as JSON.")
    private Path json;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write the results as JUnit XML.")
    private Path junit;

    @Option(names = "--root", paramLabel = "DIR", description = "Root directory of the project. Default: this project.")
    private Path root;

    @Override
    public Integer call() throws Exception {
        if (workers < 1) {
            throw new ParameterException(spec.commandLine(), "--workers must be at least 1");
        }
        PrintWriter out = spec.commandLine().getOut();
        Path project = root == null ? ProjectRoot.find() : root.toAbsolutePath().normalize();
        Manifest manifest = ManifestReader.read(project.resolve("models/manifest.json"), project);
        if (mode.regenerate) {
            return new RegenerateSession(manifest, workers, out).run(filter);
        }
        if (mode.docs) {
            boolean changed = Evidence.write(CorpusList.read(manifest), Bindings.all());
            out.println("docs/verify/evidence.md " + (changed ? "written" : "is up to date"));
            out.flush();
            return ExitStatus.OK;
        }
        return check(manifest, out);
    }

    private int check(Manifest manifest, PrintWriter out) throws Exception {
        ConformReport report;
        try (ConformProgress progress = new ConformProgress(out)) {
            report = Conformance.run(manifest, Bindings.all(), filter, workers, progress);
        }
        new ConformTable(out).print(report);
        if (json != null) {
            ReportJson.write(report, json);
        }
        if (junit != null) {
            JUnitXml.write(suite(report), junit);
        }
        return report.passed() ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
    }

    private static JUnitXml.Suite suite(ConformReport report) {
        return new JUnitXml.Suite(
                "godwit conform",
                report.started(),
                report.seconds(),
                report.rows().stream().map(ConformCommand::testCase).toList());
    }

    private static JUnitXml.Case testCase(ConformRow row) {
        return new JUnitXml.Case(
                row.check().name().toLowerCase(Locale.ROOT), row.name(), row.seconds(), row.status(), row.reasons());
    }
}
