package io.godwit.modelcheck.run;

import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.Expectation;
import io.godwit.modelcheck.manifest.ManifestEntry.ExpectedVerdict;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import java.util.ArrayList;
import java.util.List;

/** Compares what came out with what must come out. */
final class Expected {
    private final Expectation expect;
    private final boolean exactCounts;
    private final boolean invariant;

    /**
     * The expectation of one entry.
     *
     * @param entry the entry
     * @param engine who checked it; only TLC counts states
     */
    public Expected(ManifestEntry entry, ModelChecker engine) {
        this.expect = entry.expect();
        this.exactCounts = engine == ModelChecker.TLC;
        this.invariant = expect.property() != null && entry.invariants().contains(expect.property());
    }

    /** Why the result is not the expected one; empty when it is. */
    public List<String> differences(EngineResult result) {
        List<String> reasons = new ArrayList<>();
        if (result.verdict() instanceof Verdict.Failed failed) {
            reasons.add(failed.text() + ": " + failed.detail());
        } else if (result.verdict() instanceof Verdict.Violated violated) {
            violated(violated, result, reasons);
        } else if (expect.verdict() != ExpectedVerdict.HOLDS) {
            reasons.add("everything holds, but " + expect.property() + " should break");
        } else if (exactCounts) {
            count("distinct states", expect.distinct(), result.progress().distinct(), reasons);
            if (result.exactGenerated()) {
                count("generated states", expect.generated(), result.progress().generated(), reasons);
            }
        }
        return reasons;
    }

    private void violated(Verdict.Violated violated, EngineResult result, List<String> reasons) {
        if (expect.verdict() != ExpectedVerdict.VIOLATED) {
            reasons.add(violated.text() + ", but everything should hold");
        } else if (!violated.isNamed() || !violated.property().equals(expect.property())) {
            reasons.add(violated.text() + ", but " + expect.property() + " should break");
        } else if (exactCounts) {
            length(result, reasons);
        }
    }

    /** The shortest counterexample of an invariant has a fixed length; that of a liveness property need not be stated. */
    private void length(EngineResult result, List<String> reasons) {
        int length =
                result.counterexample() == null ? 0 : result.counterexample().length();
        if (expect.traceLength() == null) {
            if (invariant) {
                reasons.add("the counterexample has " + length
                        + " states, the manifest does not say how many: run with --update-counts");
            }
        } else if (length != expect.traceLength()) {
            reasons.add("the counterexample has " + length + " states, the manifest says " + expect.traceLength());
        }
    }

    private static void count(String what, Long expected, long got, List<String> reasons) {
        if (expected == null) {
            reasons.add(got + " " + what + ", the manifest does not say how many: run with --update-counts");
        } else if (expected != got) {
            reasons.add(got + " " + what + ", the manifest says " + expected);
        }
    }
}
