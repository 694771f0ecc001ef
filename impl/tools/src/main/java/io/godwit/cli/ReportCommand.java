package io.godwit.cli;

import io.godwit.cli.Outputs.ProjectRoot;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestReader;
import io.godwit.modelcheck.run.TraceSaver;
import io.godwit.report.Report;
import io.godwit.report.ReviewDocs;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code godwit report}: writes pages and documents from earlier results; checks nothing. */
@Command(
        name = "report",
        description = "Write the HTML report from the results of an earlier check or verify, or the review documents.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:written", "2:invalid arguments or input", "3:a tool failed"})
final class ReportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--from",
            paramLabel = "FILE",
            description = "Output of check --json or verify. Default: out/verify.json of the project, or"
                    + " out/check.json if it is newer or the only one.")
    private Path from;

    @Option(names = "--out", paramLabel = "DIR", description = "Output directory. Default: out/report of the project.")
    private Path out;

    @Option(
            names = "--manifest",
            paramLabel = "FILE",
            description = "The manifest. Default: models/manifest.json of the project.")
    private Path manifestFile;

    @Option(
            names = "--review",
            description = "Draw counterexamples as Mermaid diagrams instead: those of the findings, from out/traces,"
                    + " to out/review, and the saved examples to docs/verify/review.")
    private boolean review;

    @Override
    public Integer call() throws Exception {
        PrintWriter writer = spec.commandLine().getOut();
        Path root = ProjectRoot.find();
        Manifest manifest =
                ManifestReader.read(manifestFile == null ? root.resolve("models/manifest.json") : manifestFile, root);
        if (review) {
            List<Path> touched = new ArrayList<>(ReviewDocs.generateFindings(manifest));
            touched.addAll(ReviewDocs.generate(root));
            touched.forEach(file -> writer.println(root.relativize(file.toAbsolutePath())));
            writer.println(touched.size() + " files changed");
        } else {
            Path results = from == null ? newest(root.resolve("out")) : from;
            Path directory = out == null ? root.resolve("out/report") : out;
            Path counterexamples = Outputs.counterexamples(directory);
            writer.println("report: "
                    + Report.write(
                            results,
                            manifest,
                            Files.isDirectory(counterexamples) ? counterexamples : root.resolve(TraceSaver.DIRECTORY),
                            directory));
        }
        writer.flush();
        return ExitStatus.OK;
    }

    /** The results of verify, unless a check is newer. Verify writes both, that of the models first. */
    private static Path newest(Path directory) throws IOException {
        Path check = directory.resolve("check.json");
        Path verify = directory.resolve("verify.json");
        if (!Files.exists(verify)) {
            return check;
        }
        boolean checkedSince = Files.exists(check)
                && Files.getLastModifiedTime(check).compareTo(Files.getLastModifiedTime(verify)) > 0;
        return checkedSince ? check : verify;
    }
}
