package io.godwit.matrix;

import io.godwit.mutants.runtime.MutatingLoader;
import io.godwit.mutants.runtime.Replacements;
import io.godwit.mutants.runtime.Rewriting;
import io.godwit.simulation.FaultChoice;
import io.godwit.simulation.Observer;
import io.godwit.simulation.RunPlan.RunSettings;
import io.godwit.simulation.RunPlanner;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.Subject;
import io.godwit.simulation.Window;
import io.godwit.simulation.run.Simulation;
import io.godwit.simulation.run.Subjects;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;

/**
 * Runs seeds with rewritten classes until something is noticed. A seed counts only if the member as it is passes that very seed, so
 * that no mutant is caught by an error of the simulation.
 */
final class RuntimeSearch {
    /** The property of a run that does not end. */
    public static final String ENDS = "Ends";

    private static final double NANOS = 1e9;

    /** Time limit of a run, which normally takes a tenth of a second; a longer one is in an endless loop. */
    private static final int DEFAULT_LIMIT = 60;

    private final int seconds;
    private final int limit;

    /**
     * A search.
     *
     * @param seconds virtual length of each run
     */
    public RuntimeSearch(int seconds) {
        this(seconds, DEFAULT_LIMIT);
    }

    /**
     * A search.
     *
     * @param seconds virtual length of each run
     * @param limit real seconds after which a run counts as one that does not end
     */
    RuntimeSearch(int seconds, int limit) {
        this.seconds = seconds;
        this.limit = limit;
    }

    /**
     * The outcome of a search.
     *
     * @param property that was violated; empty if nothing was noticed
     * @param text what was seen
     * @param seed that noticed it, or the last one that was run
     * @param seconds that it took
     */
    public record SearchResult(String property, String text, long seed, double seconds) {
        /** Whether something was noticed. */
        public boolean caught() {
            return !property.isEmpty();
        }
    }

    /**
     * Runs seeds from the first one on, with the classes rewritten.
     *
     * @throws IllegalStateException if a rewriting or a replacement does not fit the code
     */
    public SearchResult search(List<Rewriting> rewritings, String faults, long first, int seeds) {
        MutatingLoader loader = new MutatingLoader(rewritings);
        loader.check();
        LongFunction<String> broken = load(loader, faults);
        LongFunction<String> whole = new SeedRun(faults, seconds);
        long start = System.nanoTime();
        for (long seed = first; seed < first + seeds; seed++) {
            String seen = run(broken, seed);
            if (seen.contains(Replacements.BROKEN) || seen.contains("LinkageError") || seen.contains("VerifyError")) {
                throw new IllegalStateException(seen);
            }
            if (!seen.isEmpty() && (rewritings.isEmpty() || run(whole, seed).isEmpty())) {
                return new SearchResult(seen.substring(0, seen.indexOf(':')), seen, seed, since(start));
            }
        }
        return new SearchResult("", "", first + seeds - 1, since(start));
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / NANOS;
    }

    /** Runs a seed on a thread of its own, because a mutant may be in a loop. That thread goes on until the JVM ends. */
    private String run(LongFunction<String> run, long seed) {
        FutureTask<String> task = new FutureTask<>(() -> run.apply(seed));
        Thread thread = new Thread(task, "seed " + seed);
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(limit, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return ENDS + ": seed " + seed + " does not end";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    @SuppressWarnings("unchecked")
    private LongFunction<String> load(MutatingLoader loader, String faults) {
        try {
            return (LongFunction<String>) Class.forName(SeedRun.class.getName(), true, loader)
                    .asSubclass(LongFunction.class)
                    .getConstructor(String.class, Integer.class)
                    .newInstance(faults, seconds);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs seeds of the quorum protocol. It is created by name in a loader of its own, and used by what the JDK has. */
    public static final class SeedRun implements LongFunction<String> {
        private static final int MEMBERS = 5;
        private static final long MICROS = 1_000_000;
        private static final String QUORUM = "quorum";

        private final Subject<?> subject;
        private final RunPlanner planner;

        /**
         * For these faults.
         *
         * @param faults as on the command line of {@code simulate}
         * @param seconds virtual length of a run
         */
        public SeedRun(String faults, Integer seconds) {
            this.subject = Subjects.protocol(QUORUM);
            List<String> windows = subject.windows().stream().map(Window::name).toList();
            this.planner = new RunPlanner(
                    new RunSettings(QUORUM, MEMBERS, seconds * MICROS, FaultChoice.parse(faults, windows)));
        }

        /** Runs a seed; returns the property that was violated, a colon and what was seen, or nothing. */
        @Override
        public String apply(long seed) {
            try {
                Violation violation = Simulation.run(subject, planner.plan(seed), Observer.none())
                        .violation();
                return violation == null ? "" : violation.property() + ": " + violation;
            } catch (RuntimeException | AssertionError e) {
                // The member never breaks down; what is around it neither.
                return "Runs: " + e;
            }
        }
    }
}
