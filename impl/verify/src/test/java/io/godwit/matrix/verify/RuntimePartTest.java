package io.godwit.matrix.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.matrix.RuntimeResult;
import io.godwit.matrix.RuntimeResult.RuntimeRow;
import io.godwit.matrix.verify.VerifyReport.RungResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.mutants.runtime.RuntimeMutants.RuntimeMutant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuntimePartTest {
    private static final RuntimeMutant SIMULATED = new RuntimeMutant("a/B", "", "all", "", List.of());
    private static final RuntimeMutant TESTED = new RuntimeMutant("a/C", "", "", "x.Test.fails", List.of());

    private static RuntimeResult result(String name, String property, long seed, String test) {
        return new RuntimeResult(List.of(new RuntimeRow(name, property, seed, test, 1)));
    }

    private static EntryStatus judge(RuntimeMutant mutant, RuntimeResult first, RuntimeResult again) {
        return RuntimePart.judge(mutant, first, again).status();
    }

    @Test
    void mutantThatNoSeedNoticesFails() {
        RuntimeResult first = result("a/B", "Converge", 7, "");
        assertEquals(EntryStatus.PASSED, judge(SIMULATED, first, result("a/B", "Converge", 7, "")));
        assertEquals(EntryStatus.FAILED, judge(SIMULATED, first, result("a/B", "", 1_000, "")));
    }

    @Test
    void tableThatIsOldIsNoted() {
        RuntimeResult first = result("a/B", "Converge", 7, "");
        assertEquals(List.of(), RuntimePart.judge(SIMULATED, first, first).reasons());
        RungResult.Case other = RuntimePart.judge(SIMULATED, first, result("a/B", "Available", 9, ""));
        assertEquals(EntryStatus.PASSED, other.status());
        assertEquals(
                List.of("seed 7 violated Converge; now seed 9 violates Available: ./godwit matrix --update --row a/B"),
                other.reasons());
    }

    @Test
    void mutantOfWhichNothingIsKnownFails() {
        RuntimeResult none = new RuntimeResult(List.of());
        assertEquals(EntryStatus.FAILED, judge(SIMULATED, none, none));
        assertEquals(EntryStatus.FAILED, judge(SIMULATED, result("a/B", "", 1_000, ""), none));
        assertEquals(EntryStatus.FAILED, judge(TESTED, result("a/C", "Converge", 7, ""), none));
        assertEquals(EntryStatus.FAILED, judge(TESTED, result("a/C", "", 0, "x.Test.other"), none));
    }

    @Test
    void mutantThatATestCatchesIsNotRun() {
        RuntimeResult first = result("a/C", "", 0, "x.Test.fails");
        assertEquals(EntryStatus.SKIPPED, judge(TESTED, first, new RuntimeResult(List.of())));
    }
}
