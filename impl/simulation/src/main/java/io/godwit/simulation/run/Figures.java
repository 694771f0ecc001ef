package io.godwit.simulation.run;

import io.godwit.simulation.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures of a batch that may have been interrupted and continued, without the runs themselves, so that they can be kept in
 * a file ({@link FiguresJson}). Immutable.
 *
 * @param settings what all runs have in common, in words
 * @param first the first seed; those that were run follow it without a gap
 * @param seconds how long it took on the clock, all parts together
 * @param processorSeconds how much processor time it took
 * @param counts what is counted over all runs
 * @param failures runs that failed, by seed
 */
public record Figures(
        SortedMap<String, String> settings,
        long first,
        double seconds,
        double processorSeconds,
        RunCounts counts,
        List<Failure> failures) {
    /** A run that failed. */
    public record Failure(long seed, String property, String text) {}

    /** Copies the list. */
    public Figures {
        failures = List.copyOf(failures);
    }

    /** Of no run yet. */
    public static Figures none(SortedMap<String, String> settings, long first) {
        return new Figures(settings, first, 0, 0, RunCounts.NONE, List.of());
    }

    /** The seed that comes next. */
    public long next() {
        return first + counts.runs();
    }

    /**
     * These and the figures of the seeds that come next.
     *
     * @param more the figures of those seeds
     * @param took how long they took, in seconds
     * @param processor how much processor time, in seconds
     */
    public Figures plus(Totals more, double took, double processor) {
        List<Failure> all = new ArrayList<>(failures);
        for (RunResult failure : more.failures()) {
            all.add(new Failure(
                    failure.plan().seed(),
                    failure.violation().property(),
                    failure.violation().text()));
        }
        return new Figures(
                settings, first, seconds + took, processorSeconds + processor, counts.plus(more.counts()), all);
    }

    /** Per window how often a fault that waited for it came about. */
    public SortedMap<String, Long> windows() {
        SortedMap<String, Long> windows = new TreeMap<>();
        counts.planned().keySet().forEach(label -> {
            int at = label.indexOf('@');
            if (at >= 0) {
                windows.merge(label.substring(at + 1), counts.happened().getOrDefault(label, 0L), Long::sum);
            }
        });
        return windows;
    }
}
