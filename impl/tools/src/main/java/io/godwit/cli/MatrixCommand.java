package io.godwit.cli;

import io.godwit.cli.Outputs.ProjectRoot;
import io.godwit.matrix.MatrixDocs;
import io.godwit.matrix.MatrixResult;
import io.godwit.matrix.MatrixRow;
import io.godwit.matrix.MatrixRun;
import io.godwit.matrix.MatrixTable;
import io.godwit.matrix.RowCheck;
import io.godwit.matrix.Rows;
import io.godwit.matrix.RungOutcome;
import io.godwit.matrix.RungOutcome.Rung;
import io.godwit.matrix.RuntimeDocs;
import io.godwit.matrix.RuntimeResult;
import io.godwit.matrix.RuntimeRun;
import io.godwit.modelcheck.Machine;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestReader;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.ReportJson;
import io.godwit.mutants.runtime.RuntimeMutants;
import io.godwit.mutants.runtime.RuntimeMutants.RuntimeMutant;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code godwit matrix}: searches for mutants of the engine by replay and simulation. */
@Command(
        name = "matrix",
        description =
                "Fill in the bug matrix: run the engine without one of its guards at a time, see which check notices it,"
                        + " and run the runtime with one fault at a time, which the simulation or a test notices. TLC's verdicts are"
                        + " those of out/check.json, or of the file that --check names.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "docs/verify/README.md describes the rows and the rungs."},
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:all rows were caught",
            "1:a row was not caught, or was caught by TLC only",
            "2:invalid arguments or input",
            "3:a tool failed"
        })
final class MatrixCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--row", paramLabel = "NAME", description = "Run only rows whose name contains NAME.")
    private String name = "";

    @Option(names = "--rung", paramLabel = "RUNG", description = "Run only replay, or only simulation.")
    private Rung only;

    @Option(
            names = "--full",
            description = "Search ten times as long, in all models, including rows that are known to be missed.")
    private boolean full;

    @Option(
            names = "--check",
            paramLabel = "FILE",
            description = "Output of check --json, for TLC's verdicts. Default: out/check.json, if it exists.")
    private Path checked;

    @Option(
            names = "--update",
            description =
                    "Write docs/results/matrix.json and runtime-matrix.json, and the tables in docs/verify/evidence.md and"
                            + " docs/results/runtime-matrix.md; with --row or --rung, other results are kept.")
    private boolean update;

    @Option(names = "--docs", description = "Write the tables from the results in docs/results; run nothing.")
    private boolean docs;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Number of rows run in parallel. Default: one per processor.")
    private int workers = Machine.cores();

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Path root = ProjectRoot.find();
        Rows rows = Rows.read(root);
        if (docs) {
            boolean changed = MatrixDocs.write(root, rows, MatrixResult.read(MatrixResult.file(root)));
            out.println("docs/verify/evidence.md " + (changed ? "changed" : "is up to date"));
            changed = RuntimeDocs.write(root, RuntimeResult.read(RuntimeResult.file(root)));
            out.println("docs/results/runtime-matrix.md " + (changed ? "changed" : "is up to date"));
            out.flush();
            return ExitStatus.OK;
        }
        List<MatrixRow> which =
                rows.rows().stream().filter(row -> row.name().contains(name)).toList();
        List<RuntimeMutant> mutants = RuntimeMutants.list().stream()
                .filter(it -> only != Rung.REPLAY && it.name().contains(name))
                .toList();
        boolean none = which.isEmpty() && mutants.isEmpty();
        if (none || workers < 1 || only == Rung.TLC) {
            throw new ParameterException(
                    spec.commandLine(),
                    none
                            ? "no row name contains '" + name + "'"
                            : "--workers must be at least 1, and TLC runs with check");
        }
        List<String> uncaught = new ArrayList<>();
        if (!which.isEmpty()) {
            uncaught.addAll(engine(root, rows, which));
        }
        if (!mutants.isEmpty()) {
            uncaught.addAll(runtime(root, mutants));
        }
        uncaught.forEach(row -> out.println("FAILED " + row));
        out.flush();
        return uncaught.isEmpty() ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
    }

    private List<String> engine(Path root, Rows rows, List<MatrixRow> which) throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Set<Rung> rungs = only == null ? EnumSet.of(Rung.REPLAY, Rung.SIMULATION) : EnumSet.of(only);
        Manifest manifest = ManifestReader.read(root.resolve("models/manifest.json"), root);
        MatrixResult result = new MatrixRun(
                        manifest,
                        rows,
                        full ? MatrixRun.Size.FULL : MatrixRun.Size.CI,
                        workers,
                        (row, rung, what) -> found(out, row, rung, what))
                .run(which, rungs, check(root));
        out.println(MatrixTable.summary(result));
        if (update) {
            MatrixResult all = Files.exists(MatrixResult.file(root))
                    ? result.over(MatrixResult.read(MatrixResult.file(root)), rows)
                    : result;
            all.write(MatrixResult.file(root));
            MatrixDocs.write(root, rows, all);
        }
        return RowCheck.uncaught(result).stream()
                .map(row -> row + ": caught neither by replay nor by simulation")
                .toList();
    }

    /** Runs the mutants of the runtime. Those caught by a test are listed with it; a test checks that it catches them. */
    private List<String> runtime(Path root, List<RuntimeMutant> mutants) throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        RuntimeResult result = new RuntimeRun(workers).search(mutants, row -> {
            synchronized (out) {
                out.printf(Locale.ROOT, "%-34s %s, %.1f s%n", row.name(), row.words(), row.seconds());
                out.flush();
            }
        });
        if (update) {
            Path file = RuntimeResult.file(root);
            RuntimeResult all = Files.exists(file) ? result.over(RuntimeResult.read(file)) : result;
            all.write(file);
            RuntimeDocs.write(root, all);
        }
        return result.rows().stream()
                .filter(row -> !row.caught())
                .map(row -> row.name() + ": " + row.words())
                .toList();
    }

    private CheckReport check(Path root) throws Exception {
        Path file = checked == null ? root.resolve("out/check.json") : checked;
        return checked != null || Files.exists(file) ? ReportJson.read(file) : null;
    }

    private static synchronized void found(PrintWriter out, MatrixRow row, Rung rung, RungOutcome what) {
        out.printf(Locale.ROOT, "%-34s %-10s %s%n", row.name(), rung.text(), MatrixTable.words(row, rung, what));
        out.flush();
    }
}
