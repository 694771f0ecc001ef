package io.godwit.matrix.verify;

import io.godwit.matrix.MatrixResult;
import io.godwit.matrix.MatrixResult.RowResult;
import io.godwit.matrix.MatrixRow;
import io.godwit.matrix.MatrixRun;
import io.godwit.matrix.RowCheck;
import io.godwit.matrix.Rows;
import io.godwit.matrix.RungOutcome.Rung;
import io.godwit.matrix.verify.Verification.VerifyListener;
import io.godwit.matrix.verify.VerifyReport.RungResult;
import io.godwit.matrix.verify.VerifyReport.RungResult.Case;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** The bug matrix: all rows, or the one that each rung caught the fastest when the matrix was filled in last. */
final class MatrixPart {
    static final String NAME = "bug matrix";

    private final Manifest manifest;
    private final Rows rows;
    private final RowCheck judgement;
    private final int threads;

    MatrixPart(Manifest manifest, Rows rows, int threads) {
        this.manifest = manifest;
        this.rows = rows;
        this.judgement = new RowCheck(manifest);
        this.threads = threads;
    }

    /** A rung and the row that it caught fastest. */
    record Fastest(Rung rung, MatrixRow row, String where) {}

    /**
     * The fastest row of each rung.
     *
     * @throws BadInputException when a rung has caught nothing
     */
    static List<Fastest> fastest(Manifest manifest, Rows rows, MatrixResult last) throws BadInputException {
        List<Fastest> fastest = new ArrayList<>();
        for (Rung rung : Rung.values()) {
            Optional<RowResult> best = last.rows().stream()
                    .filter(row -> row.of(rung).caught() && rows.row(row.name()).isPresent())
                    .min(Comparator.comparingDouble(row -> row.of(rung).seconds()));
            if (best.isEmpty()) {
                throw new BadInputException(
                        MatrixResult.file(manifest.root()),
                        0,
                        "no row is caught by " + rung.text(),
                        "Fill the matrix in with ./godwit matrix --update.");
            }
            MatrixRow row = rows.row(best.get().name()).orElseThrow();
            fastest.add(new Fastest(rung, row, best.get().of(rung).where()));
        }
        return fastest;
    }

    record Outcome(RungResult rung, MatrixResult matrix) {}

    /**
     * Runs all rows.
     *
     * @param check what TLC said of the mutants
     */
    Outcome runAll(CheckReport check, VerifyListener listener)
            throws BadInputException, IOException, InterruptedException {
        MatrixResult result = run(rows.rows(), EnumSet.of(Rung.REPLAY, Rung.SIMULATION), check, listener);
        List<Case> cases = new ArrayList<>();
        for (RowResult found : result.rows()) {
            MatrixRow row = rows.row(found.name()).orElseThrow();
            for (Rung rung : Rung.values()) {
                cases.add(of(row, rung, found));
            }
            if (!RowCheck.isCaught(found)) {
                cases.add(new Case(
                        NAME,
                        row.name(),
                        EntryStatus.FAILED,
                        0,
                        List.of("caught neither by replay nor by simulation")));
            }
        }
        long caught = result.rows().stream().filter(RowCheck::isCaught).count();
        String summary = caught + " of " + result.rows().size() + " rows are caught by replay or simulation";
        return new Outcome(new RungResult(NAME, result.seconds(), summary, cases), result);
    }

    /** Runs the fastest rows, each on its rung. */
    Outcome runFastest(List<Fastest> fastest, CheckReport check, VerifyListener listener)
            throws BadInputException, IOException, InterruptedException {
        List<Case> cases = new ArrayList<>();
        List<RowResult> results = new ArrayList<>();
        List<String> names = new ArrayList<>();
        MatrixResult last = null;
        double seconds = 0;
        for (Fastest one : fastest) {
            last = run(List.of(one.row()), Set.of(one.rung()), check, listener);
            seconds += last.seconds();
            results.addAll(last.rows());
            cases.add(of(one.row(), one.rung(), last.rows().get(0)));
            names.add(one.row().name() + " (" + one.rung().text() + ")");
        }
        MatrixResult all = new MatrixResult(last.started(), seconds, last.size(), last.machine(), results);
        return new Outcome(
                new RungResult(NAME, seconds, "the fastest row of each rung: " + String.join(", ", names), cases), all);
    }

    private MatrixResult run(List<MatrixRow> which, Set<Rung> rungs, CheckReport check, VerifyListener listener)
            throws BadInputException, IOException, InterruptedException {
        AtomicInteger done = new AtomicInteger();
        int searches = which.size()
                * (int) rungs.stream().filter(rung -> rung != Rung.TLC).count();
        listener.doing(() -> NAME + ": " + done.get() + " of " + searches + " searches");
        return new MatrixRun(manifest, rows, MatrixRun.Size.CI, threads, (row, rung, what) -> done.incrementAndGet())
                .run(which, rungs, check);
    }

    private Case of(MatrixRow row, Rung rung, RowResult found) {
        RowCheck.Finding finding = judgement.judge(row, rung, found.of(rung));
        return new Case(
                NAME,
                row.name() + " [" + rung.text() + "]",
                finding.status(),
                found.of(rung).seconds(),
                finding.reason().isEmpty() ? List.of() : List.of(finding.reason()));
    }
}
