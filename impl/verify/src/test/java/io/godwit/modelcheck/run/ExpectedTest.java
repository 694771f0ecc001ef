package io.godwit.modelcheck.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.modelcheck.TestEntries;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.run.CheckListener.CheckProgress;
import io.godwit.modelcheck.run.Verdict.FailureKind;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ExpectedTest {
    private static final ManifestEntry HOLDS = TestEntries.entry("");
    private static final ManifestEntry VIOLATED = TestEntries.entry(
            "'kind':'mutant','invariants':['A','B'],'properties':['L'],'expect':{'verdict':'violated','property':'A','traceLength':5}");

    @Test
    void sameCountsAndVerdict() {
        assertEquals(List.of(), differences(HOLDS, new Verdict.Holds(), 10, 20, 0));
    }

    @Test
    void otherCounts() {
        assertEquals(
                List.of("9 distinct states, the manifest says 10", "21 generated states, the manifest says 20"),
                differences(HOLDS, new Verdict.Holds(), 9, 21, 0));
    }

    @Test
    void countsThatTheManifestDoesNotState() {
        assertEquals(
                2,
                differences(TestEntries.entry("'expect':{'verdict':'holds'}"), new Verdict.Holds(), 9, 21, 0)
                        .size());
    }

    @Test
    void violationWhereAllShouldHold() {
        assertEquals(
                List.of("violated A, but everything should hold"),
                differences(HOLDS, new Verdict.Violated("A"), 10, 20, 5));
    }

    @Test
    void expectedViolation() {
        assertEquals(List.of(), differences(VIOLATED, new Verdict.Violated("A"), 3, 4, 5));
    }

    @Test
    void anotherProperty() {
        assertEquals(
                List.of("violated B, but A should break"), differences(VIOLATED, new Verdict.Violated("B"), 3, 4, 5));
    }

    @Test
    void oneOfSeveralPropertiesIsNotTheOne() {
        assertEquals(
                1,
                differences(VIOLATED, new Verdict.Violated(List.of("A", "L")), 3, 4, 5)
                        .size());
    }

    @Test
    void longerTrace() {
        assertEquals(
                List.of("the counterexample has 6 states, the manifest says 5"),
                differences(VIOLATED, new Verdict.Violated("A"), 3, 4, 6));
    }

    @Test
    void everythingHoldsWhereSomethingShouldBreak() {
        assertEquals(
                List.of("everything holds, but A should break"), differences(VIOLATED, new Verdict.Holds(), 10, 20, 0));
    }

    @Test
    void errorIsNeverExpected() {
        Verdict crash = new Verdict.Failed(FailureKind.CRASH, "died");

        assertEquals(List.of("error: crash: died"), differences(VIOLATED, crash, 0, 0, 0));
        assertEquals(List.of("error: crash: died"), differences(HOLDS, crash, 10, 20, 0));
    }

    @Test
    void symbolicCheckerCountsNoStates() {
        assertEquals(
                List.of(),
                new Expected(HOLDS, ModelChecker.APALACHE).differences(result(new Verdict.Holds(), 0, 0, 0)));
    }

    private static List<String> differences(
            ManifestEntry entry, Verdict verdict, long distinct, long generated, int length) {
        return new Expected(entry, ModelChecker.TLC).differences(result(verdict, distinct, generated, length));
    }

    private static EngineResult result(Verdict verdict, long distinct, long generated, int length) {
        return new EngineResult(
                verdict,
                true,
                new CheckProgress(generated, distinct, 0, 0, 0),
                null,
                List.of(),
                null,
                new EngineResult.Counterexample(List.of(), length, OptionalInt.empty(), false),
                1,
                "TLC");
    }
}
