package io.godwit.simulation.run;

import io.godwit.simulation.RunResult;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is counted over many runs. Immutable.
 *
 * @param runs how many there were
 * @param virtualMicros virtual time of all runs
 * @param delivered messages and calls that members took
 * @param calls client calls that ended
 * @param unknown client calls whose outcome is not known
 * @param gaveUp keys whose history was too hard to judge
 * @param waived runs that lost more than the protocol claims to survive, so that they need not come to rest
 * @param slowestSettling longest time from the end of the faults until a cluster was at rest, in microseconds; -1 before the first run
 * @param planned per fault how often it was planned
 * @param happened per fault how often it came about
 */
public record RunCounts(
        long runs,
        long virtualMicros,
        long delivered,
        long calls,
        long unknown,
        long gaveUp,
        long waived,
        long slowestSettling,
        SortedMap<String, Long> planned,
        SortedMap<String, Long> happened) {
    /** Of no run. */
    public static final RunCounts NONE = new RunCounts(0, 0, 0, 0, 0, 0, 0, -1, new TreeMap<>(), new TreeMap<>());

    /** Copies the maps. */
    public RunCounts {
        planned = Collections.unmodifiableSortedMap(new TreeMap<>(planned));
        happened = Collections.unmodifiableSortedMap(new TreeMap<>(happened));
    }

    /** Those of one run. */
    static RunCounts of(RunResult result) {
        return new RunCounts(
                1,
                result.endedAt(),
                result.delivered(),
                result.calls().ended(),
                result.calls().unknown(),
                result.calls().gaveUp(),
                result.waived().isEmpty() ? 0 : 1,
                Math.max(0, result.settledAfter()),
                sum(new TreeMap<>(), result.intended()),
                sum(new TreeMap<>(), result.happened()));
    }

    /** Those of these runs and others. */
    RunCounts plus(RunCounts more) {
        return new RunCounts(
                runs + more.runs,
                virtualMicros + more.virtualMicros,
                delivered + more.delivered,
                calls + more.calls,
                unknown + more.unknown,
                gaveUp + more.gaveUp,
                waived + more.waived,
                Math.max(slowestSettling, more.slowestSettling),
                sum(planned, more.planned),
                sum(happened, more.happened));
    }

    /** Adds counts by name. */
    static SortedMap<String, Long> sum(Map<String, Long> one, Map<String, ? extends Number> other) {
        SortedMap<String, Long> sum = new TreeMap<>(one);
        other.forEach((name, count) -> sum.merge(name, count.longValue(), Long::sum));
        return sum;
    }
}
