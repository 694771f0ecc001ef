package io.godwit.modelcheck.run;

import io.godwit.modelcheck.manifest.Engine;
import io.godwit.modelcheck.manifest.Entry;
import io.godwit.modelcheck.manifest.ExpectedVerdict;
import io.godwit.modelcheck.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The numbers that {@code --update-counts} writes: only of runs whose verdict and property are the expected ones. */
public final class Counts {
    private Counts() {}

    /** By name of the entry: what differs from the manifest. */
    public static Map<String, Map<String, Long>> changed(List<JobResult> results) {
        Map<String, Map<String, Long>> changed = new LinkedHashMap<>();
        for (JobResult result : results) {
            if (result.engine() != null && result.job().engine() == Engine.TLC) {
                Map<String, Long> numbers = numbers(result.job().entry(), result.engine());
                if (!numbers.isEmpty()) {
                    changed.put(result.job().entry().name(), numbers);
                }
            }
        }
        return changed;
    }

    private static Map<String, Long> numbers(Entry entry, EngineResult result) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        if (result.verdict() instanceof Verdict.Holds && entry.expect().verdict() == ExpectedVerdict.HOLDS) {
            differing(
                    numbers,
                    "distinct",
                    entry.expect().distinct(),
                    result.progress().distinct());
            if (result.exactGenerated()) {
                differing(
                        numbers,
                        "generated",
                        entry.expect().generated(),
                        result.progress().generated());
            }
        } else if (result.verdict() instanceof Verdict.Violated violated
                && violated.isNamed()
                && violated.property().equals(entry.expect().property())) {
            Integer length = entry.expect().traceLength();
            // A liveness counterexample need not have a fixed length, so none is added to such an entry.
            if (length != null || entry.invariants().contains(violated.property())) {
                differing(
                        numbers,
                        "traceLength",
                        length == null ? null : length.longValue(),
                        result.counterexample().length());
            }
        }
        return numbers;
    }

    private static void differing(Map<String, Long> numbers, String key, Long expected, long got) {
        if (expected == null || expected != got) {
            numbers.put(key, got);
        }
    }
}
