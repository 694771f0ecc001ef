package io.godwit.cli;

import io.godwit.modelcheck.CheckRequest;
import io.godwit.modelcheck.CheckRequest.CountUpdate;
import io.godwit.modelcheck.ModelCheck;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.rules.ManifestRules;
import io.godwit.modelcheck.rules.Models;
import io.godwit.modelcheck.run.CheckJob;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.run.Checker.DistributedSettings;
import io.godwit.modelcheck.run.Selection;
import io.godwit.modelcheck.tlc.ModuleFactsReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code godwit check}: runs the models and compares their verdicts with the expected ones. */
@Command(
        name = "check",
        description = "Check the models of the manifest and compare the verdicts with the expected ones.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "docs/verify/check.md describes the manifest, the rules and the results."},
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:every model has the expected verdict, and no rule of the manifest is broken",
            "1:a check failed, or a checker crashed, ran out of memory, or timed out",
            "2:invalid arguments or input: manifest, cfg or specification",
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

    @Option(names = "--engine", paramLabel = "ENGINE", description = "Run only tlc, or only apalache.")
    private ModelChecker engine;

    @Mixin
    private CheckOptions options;

    @Option(names = "--list", description = "List the entries that would run, and exit.")
    private boolean list;

    @Option(names = "--rules", description = "Check the rules that need no model run, and exit.")
    private boolean rulesOnly;

    @Option(
            names = "--update-counts",
            description =
                    "Write the measured state counts and trace lengths to the manifest; nothing else in it changes.")
    private boolean updateCounts;

    @Option(
            names = "--fewer-states",
            paramLabel = "NAME",
            split = ",",
            description =
                    "With --update-counts: allow the counts of this benign entry to fall by more than 10 %%. Repeatable.")
    private Set<String> fewerStates = Set.of();

    @Option(
            names = "--update-traces",
            description = "Write the counterexamples to the files that the manifest names. Those of all findings"
                    + " are written to out/traces in any case.")
    private boolean updateTraces;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the results as JSON.")
    private Path json;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write the results as JUnit XML.")
    private Path junit;

    @Option(names = "--report", paramLabel = "DIR", description = "Write the HTML report into DIR.")
    private Path report;

    @Option(
            names = "--distributed",
            description =
                    "Use TLC's distributed mode: a server and worker processes. Not for models with temporal properties.")
    private boolean distributed;

    @Option(
            names = "--dist-workers",
            paramLabel = "N",
            defaultValue = "2",
            description = "Number of local worker processes in a distributed run. Default: ${DEFAULT-VALUE}.")
    private int distributedWorkers;

    @Option(
            names = "--dist-host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "Host name or address at which remote workers reach this machine. Default: ${DEFAULT-VALUE}.")
    private String distributedHost;

    @Option(
            names = "--dist-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Server port in a distributed run. Default: any free port.")
    private int distributedPort;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Manifest manifest = options.manifest();
        Selection selection = options.selection(manifest, tier, engine);
        if (list) {
            for (CheckJob job : selection.jobs(manifest)) {
                out.println(Listing.line(job));
            }
            out.flush();
            return ExitStatus.OK;
        }
        if (rulesOnly) {
            boolean whole = selection.isWhole();
            Models models = Models.read(manifest, whole ? manifest.entries() : selection.entries(manifest));
            List<RuleFinding> findings =
                    ManifestRules.judge(models.with(new ModuleFactsReader(options.tlaTools()).read(models)), whole);
            new ResultTable(out).rules(findings);
            return findings.isEmpty() ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
        }
        DistributedSettings settings =
                distributed ? new DistributedSettings(distributedWorkers, distributedHost, distributedPort) : null;
        CheckRequest request = options.request(
                manifest,
                selection,
                report == null ? null : Outputs.counterexamples(report),
                settings,
                countUpdate(manifest),
                updateTraces);
        return new CheckSession(out).run(request, new Outputs(json, junit, report));
    }

    private CountUpdate countUpdate(Manifest manifest) {
        UsageErrorHandler.unless(
                spec, updateCounts || fewerStates.isEmpty(), "--fewer-states requires --update-counts");
        for (String name : fewerStates) {
            UsageErrorHandler.unless(
                    spec,
                    manifest.entry(name).isPresent(),
                    "--fewer-states: there is no entry " + name + " in the manifest");
        }
        return updateCounts ? new CountUpdate(fewerStates) : null;
    }

    /** Runs a check with progress, table, result files and exit status. */
    static final class CheckSession {
        private final PrintWriter out;

        CheckSession(PrintWriter out) {
            this.out = out;
        }

        int run(CheckRequest request, Outputs outputs) throws Exception {
            CheckReport report = watch(request);
            new ResultTable(out).print(report);
            outputs.write(report, request.manifest(), out);
            out.flush();
            return report.passed() ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
        }

        private CheckReport watch(CheckRequest request) throws Exception {
            try (ProgressView view = ProgressView.on(out)) {
                return new ModelCheck(request, view).run();
            }
        }
    }

    /** A line of {@code check --list}. */
    static final class Listing {
        private Listing() {}

        static String line(CheckJob job) {
            ManifestEntry entry = job.entry();
            return String.format(
                    Locale.ROOT,
                    "%-8s %-8s %-11s %-40s %s",
                    lower(entry.tier()),
                    lower(job.engine()),
                    lower(entry.kind()),
                    entry.name(),
                    entry.says());
        }

        private static String lower(Enum<?> value) {
            return value.name().toLowerCase(Locale.ROOT);
        }
    }
}
