package io.godwit.modelcheck.run;

import io.godwit.modelcheck.input.BadInputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs tasks at the same time, and begins them in their order. */
public final class Parallel {
    private Parallel() {}

    /**
     * Runs all tasks; with the first failure those that have not begun are left out.
     *
     * @param threads how many at the same time, 1 or more
     * @return the results in the order of the tasks
     * @throws ExecutionException when a task fails, with the failure as its cause
     */
    public static <T> List<T> run(int threads, List<Callable<T>> tasks)
            throws ExecutionException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<T>> running = new ArrayList<>();
            for (Callable<T> task : tasks) {
                running.add(pool.submit(task));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> each : running) {
                results.add(each.get());
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    /** The same for tasks that read files of the user: their failures are those of this method. */
    public static <T> List<T> reading(int threads, List<Callable<T>> tasks)
            throws BadInputException, IOException, InterruptedException {
        try {
            return run(threads, tasks);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BadInputException bad) {
                throw bad;
            }
            if (e.getCause() instanceof IOException broken) {
                throw broken;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
