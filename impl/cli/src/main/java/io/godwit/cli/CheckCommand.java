package io.godwit.cli;

import io.godwit.modelcheck.Check;
import io.godwit.modelcheck.CheckRequest;
import io.godwit.modelcheck.manifest.Engine;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestReader;
import io.godwit.modelcheck.manifest.Tier;
import io.godwit.modelcheck.result.CheckReport;
import io.godwit.modelcheck.run.Job;
import io.godwit.modelcheck.run.Selection;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code godwit check}: runs the models and judges what comes out. */
@Command(
        name = "check",
        description = "Check the models of the manifest and compare the verdicts with the expected ones.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every model came out as expected, and no rule over the manifest is broken",
            "1:a check failed, or a checker crashed or ran out of memory or time",
            "2:wrong use or broken input: manifest, cfg or specification",
            "3:a tool could not be run"
        })
final class CheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--tier",
            paramLabel = "TIER",
            defaultValue = "quick",
            description = "quick, pr or nightly; each contains the one before it. Default: ${DEFAULT-VALUE}.")
    private Tier tier;

    @Option(names = "--filter", paramLabel = "NAME", description = "Only entries whose name contains NAME.")
    private String filter;

    @Option(names = "--engine", paramLabel = "ENGINE", description = "Only tlc or only apalache.")
    private Engine engine;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "TLC worker threads per model instead of what each entry says; expected violations keep 1.")
    private int workers;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "4g",
            description = "Memory for all models together, such as 4g or 900m. Default: ${DEFAULT-VALUE}.")
    private String heap;

    @Option(names = "--list", description = "List the entries that would run, and stop.")
    private boolean list;

    @Option(
            names = "--manifest",
            paramLabel = "FILE",
            description = "Another manifest. Default: models/manifest.json in the project.")
    private Path manifestFile;

    @Option(
            names = "--root",
            paramLabel = "DIR",
            description = "What the paths in the manifest are relative to. Default: the project.")
    private Path root;

    @Option(
            names = "--tla-tools",
            paramLabel = "JAR",
            description = "Your own TLC instead of the one that comes along.")
    private Path tlaTools;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Path base = root == null ? ProjectRoot.find() : root.toAbsolutePath().normalize();
        Path file = manifestFile == null ? base.resolve("models/manifest.json") : manifestFile;
        Manifest manifest = ManifestReader.read(file, base);
        Selection selection = new Selection(tier, filter, engine);
        if (selection.jobs(manifest).isEmpty()) {
            throw new ParameterException(spec.commandLine(), "No entry of " + file + " is selected.");
        }
        if (list) {
            for (Job job : selection.jobs(manifest)) {
                out.println(Listing.line(job));
            }
            out.flush();
            return ExitStatus.OK;
        }
        CheckRequest request = new CheckRequest(manifest, selection, heapMb(), workers, tlaTools);
        CheckReport report = run(request, out);
        new ResultTable(out).print(report);
        return report.passed() ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
    }

    private static CheckReport run(CheckRequest request, PrintWriter out) throws Exception {
        try (ProgressView view = ProgressView.on(out)) {
            return new Check(request, view).run();
        }
    }

    private int heapMb() {
        try {
            return MemorySize.toMiB(heap);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--heap: " + e.getMessage(), e);
        }
    }
}
