package io.godwit.matrix.runtime;

import io.godwit.mutants.runtime.MutatingLoader;
import io.godwit.mutants.runtime.Replacements;
import io.godwit.mutants.runtime.Rewriting;
import java.util.List;
import java.util.function.LongFunction;

/** Runs seeds with rewritten classes until something is noticed. */
public final class RuntimeSearch {
    private static final double NANOS = 1e9;

    private final int seconds;

    /**
     * A search.
     *
     * @param seconds virtual length of each run
     */
    public RuntimeSearch(int seconds) {
        this.seconds = seconds;
    }

    /**
     * The outcome of a search.
     *
     * @param property that was violated; empty if nothing was noticed
     * @param text what was seen
     * @param seeds that were run
     * @param seconds that it took
     */
    public record Found(String property, String text, int seeds, double seconds) {
        /** Whether something was noticed. */
        public boolean caught() {
            return !property.isEmpty();
        }
    }

    /** Runs seeds from the first one on, with the classes rewritten. */
    public Found search(List<Rewriting> rewritings, String faults, long first, int seeds) {
        MutatingLoader loader = new MutatingLoader(rewritings);
        loader.check();
        LongFunction<String> run = load(loader, faults);
        long start = System.nanoTime();
        for (int i = 0; i < seeds; i++) {
            String seen = run.apply(first + i);
            if (seen.contains(Replacements.BROKEN) || seen.contains("LinkageError") || seen.contains("VerifyError")) {
                throw new IllegalStateException(seen);
            }
            if (!seen.isEmpty()) {
                return new Found(seen.substring(0, seen.indexOf(':')), seen, i + 1, since(start));
            }
        }
        return new Found("", "", seeds, since(start));
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / NANOS;
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
}
