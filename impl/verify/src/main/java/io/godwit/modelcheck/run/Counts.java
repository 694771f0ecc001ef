package io.godwit.modelcheck.run;

import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import io.godwit.modelcheck.manifest.ManifestEntry.ExpectedVerdict;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The numbers that {@code --update-counts} writes: only of runs whose verdict and property are the expected ones. */
public final class Counts {
    private static final String FALL = "update-counts";
    private static final long TENTHS = 10;

    private Counts() {}

    /** By name of the entry: what differs from the manifest. */
    public static Map<String, Map<String, Long>> changed(List<JobResult> results) {
        Map<String, Map<String, Long>> changed = new LinkedHashMap<>();
        for (JobResult result : results) {
            if (result.engine() != null && result.job().engine() == ModelChecker.TLC) {
                Map<String, Long> numbers = numbers(result.job().entry(), result.engine());
                if (!numbers.isEmpty()) {
                    changed.put(result.job().entry().name(), numbers);
                }
            }
        }
        return changed;
    }

    /**
     * Benign entries whose distinct or generated states fell by more than a tenth: their constants, their budgets or the specification may have shrunk by mistake.
     *
     * @param allowed names of the entries for which that is intended
     */
    public static List<RuleFinding> falls(List<JobResult> results, Set<String> allowed) {
        List<RuleFinding> falls = new ArrayList<>();
        for (JobResult result : results) {
            ManifestEntry entry = result.job().entry();
            if (result.engine() == null || entry.kind() != EntryKind.BENIGN || allowed.contains(entry.name())) {
                continue;
            }
            Map<String, Long> numbers = numbers(entry, result.engine());
            List<String> fallen = new ArrayList<>();
            fall(fallen, "distinct", entry.expect().distinct(), numbers);
            fall(fallen, "generated", entry.expect().generated(), numbers);
            if (result.job().engine() == ModelChecker.TLC && !fallen.isEmpty()) {
                falls.add(new RuleFinding(
                        FALL,
                        entry.name(),
                        "the counts are not written, because they fell by more than a tenth: "
                                + String.join(", ", fallen),
                        "Find out why the model has become smaller. If it was meant to: --update-counts --fewer-states "
                                + entry.name() + "."));
            }
        }
        return falls;
    }

    private static void fall(List<String> fallen, String key, Long expected, Map<String, Long> numbers) {
        Long got = numbers.get(key);
        if (expected != null && got != null && got * TENTHS < expected * (TENTHS - 1)) {
            fallen.add(key + " from " + expected + " to " + got);
        }
    }

    private static Map<String, Long> numbers(ManifestEntry entry, EngineResult result) {
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
            // That of a liveness property may change with the version of TLC; only the quick tier, where it has to be
            // short, states it.
            if (length != null
                    || entry.tier() == Tier.QUICK
                    || entry.invariants().contains(violated.property())) {
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
