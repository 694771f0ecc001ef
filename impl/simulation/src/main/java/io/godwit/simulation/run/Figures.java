package io.godwit.simulation.run;

import io.godwit.simulation.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures of a batch that may have been interrupted and continued: what {@link Totals} counts, without the runs
 * themselves, so that it can be kept in a file ({@link FiguresJson}). Immutable. It has a component for each key
 * of the file.
 *
 * @param settings what all runs have in common, in words
 * @param first the first seed
 * @param runs seeds that were run, without a gap
 * @param seconds how long it took on the clock, all parts together
 * @param processorSeconds how much processor time it took
 * @param virtualMicros virtual time of all runs
 * @param delivered messages and calls that members took
 * @param calls client calls that ended
 * @param unknown client calls whose outcome is not known
 * @param gaveUp keys whose history was too hard to judge
 * @param waived runs that lost more than the protocol claims to survive
 * @param slowestSettling longest time from the end of the faults until a cluster was at rest, in microseconds
 * @param planned per fault how often it was planned
 * @param happened per fault how often it came about
 * @param failures runs that failed, by seed
 */
public record Figures(
        SortedMap<String, String> settings,
        long first,
        long runs,
        double seconds,
        double processorSeconds,
        long virtualMicros,
        long delivered,
        long calls,
        long unknown,
        long gaveUp,
        long waived,
        long slowestSettling,
        SortedMap<String, Long> planned,
        SortedMap<String, Long> happened,
        List<Failure> failures) {
    /** A run that failed. */
    public record Failure(long seed, String property, String text) {}

    /** Copies the list. */
    public Figures {
        failures = List.copyOf(failures);
    }

    /** Of no run yet. */
    public static Figures none(SortedMap<String, String> settings, long first) {
        return new Figures(settings, first, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, new TreeMap<>(), new TreeMap<>(), List.of());
    }

    /** The seed that comes next. */
    public long next() {
        return first + runs;
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
                settings,
                first,
                runs + more.runs(),
                seconds + took,
                processorSeconds + processor,
                virtualMicros + more.virtualMicros(),
                delivered + more.delivered(),
                calls + more.calls(),
                unknown + more.unknown(),
                gaveUp + more.gaveUp(),
                waived + more.waived(),
                Math.max(slowestSettling, more.slowestSettling()),
                sum(planned, more.intended()),
                sum(happened, more.happened()),
                all);
    }

    /** Per window how often a fault that waited for it came about. */
    public SortedMap<String, Long> windows() {
        SortedMap<String, Long> windows = new TreeMap<>();
        planned.keySet().forEach(label -> {
            int at = label.indexOf('@');
            if (at >= 0) {
                windows.merge(label.substring(at + 1), happened.getOrDefault(label, 0L), Long::sum);
            }
        });
        return windows;
    }

    private static SortedMap<String, Long> sum(Map<String, Long> one, Map<String, Long> other) {
        SortedMap<String, Long> sum = new TreeMap<>(one);
        other.forEach((name, count) -> sum.merge(name, count, Long::sum));
        return sum;
    }
}
