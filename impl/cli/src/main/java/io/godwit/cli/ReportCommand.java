package io.godwit.cli;

import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestReader;
import io.godwit.modelcheck.result.CheckReport;
import io.godwit.report.Report;
import io.godwit.report.ReviewDocs;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code godwit report}: pages and documents from what was found out before; checks nothing. */
@Command(
        name = "report",
        description = "Write the HTML report from the results of an earlier check, or the review documents.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:written", "2:wrong use or broken input", "3:a tool failed"})
final class ReportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--from",
            paramLabel = "FILE",
            description = "What check --json wrote. Default: out/check.json of the project.")
    private Path from;

    @Option(names = "--out", paramLabel = "DIR", description = "Where to write. Default: out/report of the project.")
    private Path out;

    @Option(names = "--manifest", paramLabel = "FILE", description = "Default: models/manifest.json of the project.")
    private Path manifestFile;

    @Option(
            names = "--review",
            description = "Instead: regenerate docs/review, the saved counterexamples as Mermaid diagrams.")
    private boolean review;

    @Override
    public Integer call() throws Exception {
        PrintWriter writer = spec.commandLine().getOut();
        Path root = ProjectRoot.find();
        if (review) {
            List<Path> touched = ReviewDocs.generate(root);
            touched.forEach(file -> writer.println(root.relativize(file.toAbsolutePath())));
            writer.println(touched.size() + " files changed");
        } else {
            Manifest manifest = ManifestReader.read(
                    manifestFile == null ? root.resolve("models/manifest.json") : manifestFile, root);
            CheckReport report = Report.read(from == null ? root.resolve("out/check.json") : from);
            Path directory = out == null ? root.resolve("out/report") : out;
            Path counterexamples = Outputs.counterexamples(directory);
            writer.println("report: "
                    + (Files.isDirectory(counterexamples)
                            ? Report.write(report, manifest, counterexamples, directory)
                            : Report.write(report, manifest, directory)));
        }
        writer.flush();
        return ExitStatus.OK;
    }
}
