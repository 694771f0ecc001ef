package io.godwit.simulation.run;

import io.godwit.simulation.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The figures of many runs, and those that failed. Any thread may add to them. */
public final class Totals {
    private RunCounts counts = RunCounts.NONE;
    private SortedMap<String, Long> reached = new TreeMap<>();
    private final List<RunResult> failures = new ArrayList<>();

    /** Adds a run. */
    public synchronized void add(RunResult result) {
        counts = counts.plus(RunCounts.of(result));
        reached = RunCounts.sum(reached, result.reached());
        if (!result.passed()) {
            failures.add(result);
        }
    }

    /** Adds other runs. */
    public synchronized void add(Totals other) {
        counts = counts.plus(other.counts());
        reached = RunCounts.sum(reached, other.reached());
        failures.addAll(other.failures());
    }

    /** What is counted over all of them. */
    public synchronized RunCounts counts() {
        return counts;
    }

    /** Per limit, and per kind of restart, how often it was reached. */
    public synchronized Map<String, Long> reached() {
        return new TreeMap<>(reached);
    }

    /** Faults that were planned and came about in no run, and what was reached in no run. */
    public synchronized Set<String> missing() {
        Set<String> missing = new TreeSet<>(counts.planned().keySet());
        missing.removeAll(counts.happened().keySet());
        reached.forEach((name, count) -> {
            if (count == 0) {
                missing.add(name);
            }
        });
        return missing;
    }

    /** Runs that failed, by seed. */
    public synchronized List<RunResult> failures() {
        List<RunResult> sorted = new ArrayList<>(failures);
        sorted.sort(Comparator.comparingLong(failure -> failure.plan().seed()));
        return sorted;
    }
}
