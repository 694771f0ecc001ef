package io.godwit.simulation;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What came of a run.
 *
 * @param plan what determined it
 * @param violation what was wrong, or null
 * @param waived why the cluster need not have come to rest: the assumption was broken; else empty
 * @param endedAt virtual microseconds
 * @param settledAfter virtual microseconds from the end of the faults until the cluster was at rest; -1 if it never was
 * @param delivered messages and calls that members took
 * @param calls what became of the calls of clients
 * @param intended faults that were planned, and how often
 * @param happened faults that came about, and how often
 * @param reached what members have to reach in some seed, and how often they did; empty for classic
 * @param made calls that clients made
 * @param fingerprint of all bytes that were sent and written, and of syncs with their results, in their order
 */
public record RunResult(
        RunPlan plan,
        Violation violation,
        String waived,
        long endedAt,
        long settledAfter,
        long delivered,
        CallCount calls,
        Map<String, Integer> intended,
        Map<String, Integer> happened,
        Map<String, Integer> reached,
        List<MadeCall> made,
        long fingerprint) {
    /**
     * Calls of clients.
     *
     * @param ended calls that ended
     * @param unknown calls among them whose outcome nobody knows
     * @param gaveUp keys whose history was too hard to judge
     * @param batches frames with several calls that clients sent
     */
    public record CallCount(int ended, int unknown, int gaveUp, int batches) {}

    /** A call that a client made; calls are numbered from 0. */
    public record MadeCall(int client, int call) {}

    /** Did all hold? */
    public boolean passed() {
        return violation == null;
    }

    /** Faults that were planned and never came about. */
    public Set<String> missing() {
        Set<String> missing = new TreeSet<>(intended.keySet());
        missing.removeAll(happened.keySet());
        return missing;
    }

    /**
     * Something that must not be.
     *
     * @param property the property that does not hold, by its name in the specification where it has one
     * @param text what was seen
     */
    public record Violation(String property, String text) {
        @Override
        public String toString() {
            return property + ": " + text;
        }
    }
}
