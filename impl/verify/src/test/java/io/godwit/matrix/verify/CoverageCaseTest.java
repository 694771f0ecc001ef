package io.godwit.matrix.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.matrix.verify.CoverageList.Entry;
import io.godwit.matrix.verify.RuntimeCoverage.Line;
import io.godwit.matrix.verify.SimulationPart.CoverageCase;
import io.godwit.matrix.verify.VerifyReport.RungResult.Case;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The seeds have to execute most lines, and the list has to name all others. */
class CoverageCaseTest {
    private static final CoverageList LIST = new CoverageList(List.of(new Entry("A.java", "listed();", "Test")));

    private static RuntimeCoverage lines(int executed, String... others) {
        List<Line> lines = new ArrayList<>();
        for (int number = 1; number <= executed; number++) {
            lines.add(new Line("A.java", number, "executed();", true));
        }
        for (String other : others) {
            lines.add(new Line("A.java", lines.size() + 1, other, false));
        }
        return new RuntimeCoverage(lines);
    }

    @Test
    void listedLinesNeedNotBeExecuted() {
        Case result = CoverageCase.judge(lines(19, "listed();"), LIST);
        assertEquals(EntryStatus.PASSED, result.status());
        assertEquals(List.of(), result.reasons());
    }

    @Test
    void lineThatIsNeitherExecutedNorListedFails() {
        Case result = CoverageCase.judge(lines(19, "other();"), LIST);
        assertEquals(EntryStatus.FAILED, result.status());
        assertEquals(1, result.reasons().size());
        assertTrue(
                result.reasons().get(0).startsWith("A.java:20 "),
                result.reasons().get(0));
    }

    @Test
    void withoutSourcesNoLineIsCounted(@TempDir Path release) throws Exception {
        Case result = CoverageCase.of(release);
        assertEquals(EntryStatus.SKIPPED, result.status());
        assertTrue(
                result.reasons().get(0).contains("which a release does not have"),
                result.reasons().get(0));
    }

    @Test
    void tooFewLinesFail() {
        Case result = CoverageCase.judge(lines(8, "listed();"), LIST);
        assertEquals(EntryStatus.FAILED, result.status());
        assertTrue(
                result.reasons().get(0).contains("8 of 9 lines"),
                result.reasons().get(0));
    }
}
