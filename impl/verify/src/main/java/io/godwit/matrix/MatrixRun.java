package io.godwit.matrix;

import io.godwit.conformance.corpus.CorpusList;
import io.godwit.matrix.MatrixResult.RowResult;
import io.godwit.matrix.RungOutcome.Rung;
import io.godwit.modelcheck.Machine;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.Parallel;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;

/** Fills in the matrix: runs each row on each rung, several rows in parallel. */
public final class MatrixRun {
    private static final double NANOS = 1e9;

    private final Manifest manifest;
    private final Rows rows;
    private final Size size;
    private final int threads;
    private final Listener listener;

    /** How long to search before giving up on a row. */
    public enum Size {
        /** The seeds of each row, models up to a size, and nothing for rows that are known to be missed. */
        CI(1),
        /** Ten times the seeds, all models, all rows. */
        FULL(10);

        private final int factor;

        Size(int factor) {
            this.factor = factor;
        }
    }

    /** Receives progress; called from several threads. */
    @FunctionalInterface
    public interface Listener {
        /** A rung has finished a row. */
        void found(MatrixRow row, Rung rung, RungOutcome what);
    }

    /**
     * A run.
     *
     * @param threads rows at the same time, 1 or more
     * @param listener told how far it is
     */
    public MatrixRun(Manifest manifest, Rows rows, Size size, int threads, Listener listener) {
        this.manifest = manifest;
        this.rows = rows;
        this.size = size;
        this.threads = threads;
        this.listener = listener;
    }

    /**
     * Runs.
     *
     * @param which the rows to look for
     * @param rungs the rungs that look; the others have not run
     * @param check what TLC said, or null
     */
    public MatrixResult run(List<MatrixRow> which, Set<Rung> rungs, CheckReport check)
            throws BadInputException, IOException, InterruptedException {
        long start = System.nanoTime();
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        TlcRung tlc = new TlcRung(manifest, check);
        ReplayRung replay = new ReplayRung(
                CorpusList.read(manifest), size == Size.FULL ? Integer.MAX_VALUE : rows.replayTransitions());
        SimulationRung simulation = new SimulationRung(rows, size.factor);
        List<Callable<RungOutcome>> tasks = new ArrayList<>();
        for (MatrixRow row : which) {
            tasks.add(task(rungs, Rung.SIMULATION, row, () -> simulation.search(row)));
            tasks.add(task(rungs, Rung.REPLAY, row, () -> replay.search(row)));
        }
        Iterator<RungOutcome> found = Parallel.reading(threads, tasks).iterator();
        List<RowResult> results = new ArrayList<>();
        for (MatrixRow row : which) {
            RungOutcome simulated = found.next();
            results.add(new RowResult(row.name(), tlc.of(row), found.next(), simulated));
        }
        return new MatrixResult(
                started,
                (System.nanoTime() - start) / NANOS,
                size.name().toLowerCase(Locale.ROOT),
                Machine.describe(),
                results);
    }

    private Callable<RungOutcome> task(Set<Rung> rungs, Rung rung, MatrixRow row, Callable<RungOutcome> search) {
        return () -> {
            boolean hopeless = size == Size.CI && !row.reason(rung).isEmpty();
            if (hopeless || !rungs.contains(rung)) {
                return RungOutcome.NOT_RUN;
            }
            RungOutcome found = search.call();
            listener.found(row, rung, found);
            return found;
        };
    }
}
