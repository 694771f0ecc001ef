package io.godwit.cli;

import io.godwit.cli.Outputs.ProjectRoot;
import io.godwit.conformance.corpus.CorpusList;
import io.godwit.conformance.run.Bindings;
import io.godwit.conformance.run.ConformReport;
import io.godwit.conformance.run.ConformReport.ConformRow;
import io.godwit.conformance.run.ConformReport.ConformRow.Check;
import io.godwit.conformance.run.Conformance;
import io.godwit.conformance.run.Conformance.ConformListener;
import io.godwit.conformance.run.Evidence;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestReader;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.modelcheck.run.JUnitXml;
import io.godwit.modelcheck.run.ReportJson;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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

    /** The table and the summary at the end of {@code conform}. */
    static final class ConformTable {
        private static final List<String> HEAD = List.of("check", "states", "transitions", "time", "result");
        private static final Set<Integer> NUMBERS = Set.of(1, 2, 3);

        private final PrintWriter out;

        ConformTable(PrintWriter out) {
            this.out = out;
        }

        void print(ConformReport report) {
            TextTable table = new TextTable(HEAD, NUMBERS);
            report.rows().forEach(row -> table.add(row(row)));
            table.print(out);
            out.println();
            for (ConformRow row : report.rows()) {
                if (row.status() == EntryStatus.FAILED) {
                    out.println("FAILED " + row.name());
                    row.reasons()
                            .forEach(reason ->
                                    out.println("    " + reason.strip().replace("\n", "\n    ")));
                }
            }
            out.printf(
                    Locale.ROOT,
                    "%d passed, %d failed; %,d transitions, %,d of them different; %.0f s%n",
                    report.count(EntryStatus.PASSED),
                    report.count(EntryStatus.FAILED),
                    report.transitions(),
                    report.distinct(),
                    report.seconds());
            out.flush();
        }

        private static List<String> row(ConformRow row) {
            return List.of(
                    row.name(),
                    number(row.states()),
                    number(row.transitions()),
                    String.format(Locale.ROOT, "%.1f s", row.seconds()),
                    (row.status() == EntryStatus.FAILED ? "FAILED: " : "") + row.summary());
        }

        private static String number(long number) {
            return number == 0 ? "-" : String.format(Locale.ROOT, "%,d", number);
        }
    }

    /** Progress of a replay. */
    static final class ConformProgress implements ConformListener, AutoCloseable {
        private final StatusLine status;
        private final Set<String> running = new LinkedHashSet<>();
        private long start = System.nanoTime();
        private int models;
        private int done;
        private int failed;
        private long transitions;
        private long replayed;

        ConformProgress(PrintWriter out) {
            status = new StatusLine(out, this::text);
        }

        @Override
        public synchronized void planned(int count, long all) {
            models = count;
            transitions = all;
            start = System.nanoTime();
        }

        @Override
        public synchronized void started(String model) {
            running.add(model);
        }

        @Override
        public synchronized void progress(String model, int more) {
            replayed += more;
        }

        @Override
        public void finished(ConformRow row) {
            count(row);
            if (row.status() == EntryStatus.FAILED) {
                status.print("FAILED " + row.name() + ": " + row.summary());
            }
        }

        private synchronized void count(ConformRow row) {
            running.remove(row.name());
            done += row.check() == Check.REPLAY ? 1 : 0;
            failed += row.status() == EntryStatus.FAILED ? 1 : 0;
        }

        private synchronized String text() {
            if (models == 0) {
                return "reading the specification";
            }
            double seconds = Math.max(1e-3, (System.nanoTime() - start) / 1e9);
            return String.format(
                    Locale.ROOT,
                    "%d of %d models, %,d of %,d transitions, %,.0f/s%s  %s",
                    done,
                    models,
                    replayed,
                    transitions,
                    replayed / seconds,
                    failed > 0 ? ", " + failed + " failed" : "",
                    String.join(", ", running));
        }

        @Override
        public void close() {
            status.close();
        }
    }
}
