package io.godwit.matrix.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.matrix.verify.Verification.VerifyListener;
import io.godwit.matrix.verify.VerifyReport.RungResult;
import io.godwit.matrix.verify.VerifyReport.RungResult.Case;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SimulationPartTest {
    private static final VerifyListener NOBODY = new VerifyListener() {};

    /** A single seed holds, and sees little of what all seeds together have to see. */
    @Test
    void missingEventFailsAFullRun() throws Exception {
        RungResult full = new SimulationPart(Path.of("../.."), 1, 1, true).run(NOBODY);
        assertFalse(full.passed());
        Case coverage = full.cases().stream()
                .filter(each -> each.name().equals("coverage"))
                .findFirst()
                .orElseThrow();
        assertEquals(EntryStatus.FAILED, coverage.status());
        assertTrue(coverage.reasons().contains("crash@last-step did not occur"), coverage.reasons()::toString);
        assertTrue(coverage.reasons().contains("restart-longer-log did not occur"), coverage.reasons()::toString);
        assertTrue(new SimulationPart(Path.of("../.."), 1, 1, false).run(NOBODY).passed());
    }
}
