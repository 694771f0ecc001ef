package io.godwit.simulation.run;

import io.godwit.simulation.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The figures of many runs. Any thread may add to them. */
public final class Totals {
    private long runs;
    private long delivered;
    private long calls;
    private long unknown;
    private long gaveUp;
    private long waived;
    private long virtualMicros;
    private long slowestSettling;
    private final Map<String, Long> intended = new TreeMap<>();
    private final Map<String, Long> happened = new TreeMap<>();
    private final Map<String, Long> reached = new TreeMap<>();
    private final List<RunResult> failures = new ArrayList<>();

    /** Adds a run. */
    public synchronized void add(RunResult result) {
        runs++;
        delivered += result.delivered();
        calls += result.calls().ended();
        unknown += result.calls().unknown();
        gaveUp += result.calls().gaveUp();
        waived += result.waived().isEmpty() ? 0 : 1;
        virtualMicros += result.endedAt();
        slowestSettling = Math.max(slowestSettling, result.settledAfter());
        result.intended().forEach((name, count) -> intended.merge(name, (long) count, Long::sum));
        result.happened().forEach((name, count) -> happened.merge(name, (long) count, Long::sum));
        result.reached().forEach((name, count) -> reached.merge(name, (long) count, Long::sum));
        if (!result.passed()) {
            failures.add(result);
        }
    }

    /** Adds other runs. */
    public synchronized void add(Totals other) {
        runs += other.runs();
        delivered += other.delivered();
        calls += other.calls();
        unknown += other.unknown();
        gaveUp += other.gaveUp();
        waived += other.waived();
        virtualMicros += other.virtualMicros();
        slowestSettling = Math.max(slowestSettling, other.slowestSettling());
        other.intended().forEach((name, count) -> intended.merge(name, count, Long::sum));
        other.happened().forEach((name, count) -> happened.merge(name, count, Long::sum));
        other.reached().forEach((name, count) -> reached.merge(name, count, Long::sum));
        failures.addAll(other.failures());
    }

    /** Runs so far. */
    public synchronized long runs() {
        return runs;
    }

    /** Messages and calls that members took. */
    public synchronized long delivered() {
        return delivered;
    }

    /** Client calls that ended. */
    public synchronized long calls() {
        return calls;
    }

    /** Client calls whose outcome is not known. */
    public synchronized long unknown() {
        return unknown;
    }

    /** Keys whose history was too hard to judge. */
    public synchronized long gaveUp() {
        return gaveUp;
    }

    /** Runs that lost more than the protocol claims to survive, so that they need not come to rest. */
    public synchronized long waived() {
        return waived;
    }

    /** Virtual time of all runs. */
    public synchronized long virtualMicros() {
        return virtualMicros;
    }

    /** Longest time from the end of the faults until a cluster was at rest. */
    public synchronized long slowestSettling() {
        return slowestSettling;
    }

    /** Per fault how often it was planned. */
    public synchronized Map<String, Long> intended() {
        return new TreeMap<>(intended);
    }

    /** Per fault how often it came about. */
    public synchronized Map<String, Long> happened() {
        return new TreeMap<>(happened);
    }

    /** Per limit, and per kind of restart, how often it was reached. */
    public synchronized Map<String, Long> reached() {
        return new TreeMap<>(reached);
    }

    /** Faults that were planned and came about in no run, and what was reached in no run. */
    public synchronized Set<String> missing() {
        Set<String> missing = new TreeSet<>(intended.keySet());
        missing.removeAll(happened.keySet());
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
