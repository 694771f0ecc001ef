package io.godwit.simulation.run;

import io.godwit.simulation.Observer;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunPlan.RunSettings;
import io.godwit.simulation.RunPlanner;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Runs many seeds, each in one thread, several at a time. */
public final class SeedBatch {
    private final Subject<?> subject;
    private final RunPlanner planner;
    private final int workers;
    private final LogDigest digest;

    /**
     * A batch.
     *
     * @param workers threads, 1 or more
     * @param digest takes the logs in; null when nobody wants them, which is much faster
     */
    public SeedBatch(Subject<?> subject, RunSettings settings, int workers, LogDigest digest) {
        this.subject = subject;
        this.planner = new RunPlanner(settings);
        this.workers = workers;
        this.digest = digest;
    }

    /**
     * Runs the seeds from the first one on.
     *
     * @param stopAtFailure whether no new seed is begun after one that failed
     * @param listener hears of each run that ended, in the thread that ran it
     * @return the figures of all
     */
    public Totals run(long first, long count, boolean stopAtFailure, Consumer<RunResult> listener) {
        AtomicLong next = new AtomicLong(first);
        AtomicBoolean stop = new AtomicBoolean();
        Totals totals = new Totals();
        ExecutorService threads = Executors.newFixedThreadPool(workers);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                running.add(threads.submit(() -> {
                    for (long seed = next.getAndIncrement();
                            seed < first + count && !stop.get();
                            seed = next.getAndIncrement()) {
                        RunResult result = run(planner.plan(seed));
                        totals.add(result);
                        if (stopAtFailure && !result.passed()) {
                            stop.set(true);
                        }
                        listener.accept(result);
                    }
                }));
            }
            for (Future<?> worker : running) {
                worker.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a run broke down: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            threads.shutdownNow();
        }
        return totals;
    }

    private RunResult run(RunPlan plan) {
        return digest == null ? Simulation.run(subject, plan, Observer.none()) : digest.run(subject, plan);
    }
}
