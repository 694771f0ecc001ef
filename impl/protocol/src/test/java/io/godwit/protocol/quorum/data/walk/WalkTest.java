package io.godwit.protocol.quorum.data.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Rules;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WalkTest {
    private static final int STEPS = 600;

    @Test
    void writesSurviveAndReadsAreCurrent() {
        int answered = 0;
        int decisions = 0;
        for (int seed = 0; seed < 400; seed++) {
            Walk walk = new Walk(Quorum.whole(), seed);
            assertNull(walk.run(STEPS), "seed " + seed);
            answered += walk.answered();
            decisions += walk.decisions();
        }
        assertTrue(answered > 400 * 5, () -> "too little happens in these walks");
        assertTrue(decisions > 400 * 5, () -> "too little is decided in these walks");
    }

    /**
     * The walk would notice: without one of these guards something goes wrong. Without REFUSES_OLDER_EPOCH, ACK_NAMES_EPOCH or
     * PROPOSES_IN_LINE it takes a longer chance than 3,000 walks: two changes of the primary and back, with one message late.
     */
    @ParameterizedTest
    @EnumSource(
            value = QuorumRule.class,
            names = {
                "DECISION_COMPARES_BASE",
                "REFUSES_NEWER_EPOCH",
                "REFUSES_GAP",
                "REFUSES_DUPLICATE",
                "KEEPS_NEWER",
                "POSITION_NAMES_EPOCH",
                "WAITS_FOR_IN_SYNC",
                "WAITS_FOR_PENDING",
                "DEDUPLICATES",
                "READ_CONFIRMS",
                "READ_WAITS_FOR_PREFIX",
                "ONE_MIGRATION",
                "PROPOSES_CAUGHT_UP",
                "GROW_COMPARES_BASE",
                "ABORT_COMPARES_BASE",
                "PROMOTES_IN_SYNC_ONLY",
                "DESTINATION_IS_NEW",
                "ACTIVATES_NEWER"
            })
    void missingGuardIsDetected(QuorumRule guard) {
        assertNotNull(firstWrong(new Quorum(Rules.without(guard)), 3_000));
    }

    private static String firstWrong(Quorum quorum, int seeds) {
        for (int seed = 0; seed < seeds; seed++) {
            String wrong = new Walk(quorum, seed).run(STEPS);
            if (wrong != null) {
                return "seed " + seed + ": " + wrong;
            }
        }
        return null;
    }

    @Test
    void seedGivesTheSameWalk() {
        Walk one = new Walk(Quorum.whole(), 5);
        Walk two = new Walk(Quorum.whole(), 5);
        one.run(STEPS);
        two.run(STEPS);
        assertEquals(one.answered(), two.answered());
        assertEquals(one.decisions(), two.decisions());
    }
}
