package io.godwit.matrix;

import io.godwit.matrix.RuntimeResult.RuntimeRow;
import io.godwit.modelcheck.run.Parallel;
import io.godwit.mutants.runtime.RuntimeMutants.RuntimeMutant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/** Searches for mutants of the runtime by simulation, several in parallel. */
public final class RuntimeRun {
    /** Seeds that a mutant may take. */
    public static final int SEEDS = 1_000;

    private static final int SECONDS = 12;

    private final RuntimeSearch search = new RuntimeSearch(SECONDS);
    private final int threads;

    /**
     * A run.
     *
     * @param threads mutants at the same time, 1 or more
     */
    public RuntimeRun(int threads) {
        this.threads = threads;
    }

    /** Looks for mutants from seed 1 on. One that a test catches is not looked for. */
    public RuntimeResult search(List<RuntimeMutant> mutants, Consumer<RuntimeRow> found) throws InterruptedException {
        List<Callable<RuntimeRow>> tasks = new ArrayList<>();
        for (RuntimeMutant mutant : mutants) {
            tasks.add(() -> {
                RuntimeRow row = mutant.test().isEmpty() ? search(mutant, 1, SEEDS) : tested(mutant);
                found.accept(row);
                return row;
            });
        }
        return new RuntimeResult(all(tasks));
    }

    /**
     * Runs of each mutant the seed that noticed it first. A seed does other things once anything that draws from it has changed; a
     * mutant that its seed does not notice any more is looked for from seed 1 on. Nothing is run of those that a test catches.
     */
    public RuntimeResult again(List<RuntimeMutant> mutants, RuntimeResult first, Consumer<RuntimeRow> found)
            throws InterruptedException {
        List<Callable<RuntimeRow>> tasks = new ArrayList<>();
        for (RuntimeMutant mutant : mutants) {
            first.row(mutant.name())
                    .filter(row -> row.seed() > 0)
                    .ifPresent(row -> tasks.add(() -> {
                        RuntimeRow again = search(mutant, row.seed(), 1);
                        if (!again.caught()) {
                            again = search(mutant, 1, SEEDS);
                        }
                        found.accept(again);
                        return again;
                    }));
        }
        return new RuntimeResult(all(tasks));
    }

    private RuntimeRow search(RuntimeMutant mutant, long first, int seeds) {
        RuntimeSearch.SearchResult found = search.search(mutant.rewritings(), mutant.faults(), first, seeds);
        return new RuntimeRow(mutant.name(), found.property(), found.seed(), "", found.seconds());
    }

    private static RuntimeRow tested(RuntimeMutant mutant) {
        return new RuntimeRow(mutant.name(), "", 0, mutant.test(), 0);
    }

    private List<RuntimeRow> all(List<Callable<RuntimeRow>> tasks) throws InterruptedException {
        try {
            return Parallel.run(threads, tasks);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
