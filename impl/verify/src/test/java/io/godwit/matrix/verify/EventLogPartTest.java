package io.godwit.matrix.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.matrix.verify.Verification.VerifyListener;
import io.godwit.matrix.verify.VerifyReport.RungResult;
import io.godwit.mutants.Mutants;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.simulation.quorum.QuorumSubject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventLogPartTest {
    private static final VerifyListener NOBODY = new VerifyListener() {};

    private static RungResult run(Quorum quorum) throws Exception {
        Path spec = Path.of(System.getProperty("godwit.root"), "spec");
        return new EventLogPart(new QuorumSubject(quorum), spec, 1, 4, 1).run(NOBODY);
    }

    private static Quorum without(String name) {
        return Mutants.of("quorum").stream()
                .filter(mutant -> mutant.name().equals("quorum/" + name))
                .findFirst()
                .orElseThrow()
                .quorum();
    }

    @Test
    void protocolPasses() throws Exception {
        RungResult result = run(Quorum.whole());
        assertTrue(result.passed(), result.toString());
        assertTrue(result.summary().startsWith("1 of 1 runs of 4 s are"), result.summary());
    }

    /** The seed, the event and its line are named. */
    @Test
    void memberThatAnswersBeforeItsBackupsIsRed() throws Exception {
        RungResult result = run(without("WaitsForInSync"));
        assertTrue(!result.passed(), result.toString());
        assertEquals("seed 1", result.cases().get(0).name());
        List<String> reasons = result.cases().get(0).reasons();
        assertTrue(
                reasons.stream()
                        .anyMatch(
                                it -> it.matches(
                                        "partition \\d, data plane: m\\d AnswerWrite \\(member-\\d-\\d+.ndjson:\\d+\\) is not a step.*")),
                reasons.toString());
        assertTrue(
                reasons.get(reasons.size() - 1).startsWith("./godwit simulate --seed 1 --members 3 --time 4s"),
                reasons.toString());
    }
}
