package io.godwit.simulation.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.quorum.DurabilityCheck.ReplicaRelease;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

final class ReplicaReleaseTest {
    private final ProposalHistory decisions = new ProposalHistory(1);
    private int number;

    /** The next decision of the first term. */
    private void decide(Configuration configuration) {
        number++;
        decisions.start(0, new Entry(new Version(0, number), new Version(0, number - 1), configuration));
    }

    private static boolean allUp(int member) {
        return member > 0;
    }

    private Violation check(int member, int version, IntPredicate up, int holders) {
        return new ReplicaRelease(0, member, new Version(0, version)).check(decisions, up, holders, 3);
    }

    private static void assertViolates(String property, Violation violation) {
        assertEquals(property, violation == null ? null : violation.property());
    }

    @Test
    void participantsOfTheLastDecisionKeepWhatTheyHave() {
        decide(Configuration.settled(1, 2, 3));
        for (int member = 1; member <= 3; member++) {
            assertViolates("SourceDropsOnlyAfterDecision", check(member, 1, ReplicaReleaseTest::allUp, 3));
        }
    }

    @Test
    void laterInSyncReplicaKeepsLogUnderOlderVersion() {
        decide(Configuration.settled(1, 2, 3));
        decide(Configuration.settled(2, 1, 3));
        assertViolates("SourceDropsOnlyAfterDecision", check(3, 1, ReplicaReleaseTest::allUp, 3));
    }

    @Test
    void memberIgnoresReleaseThatWasNeverDecided() {
        decide(Configuration.settled(1, 2, 3));
        assertViolates("SourceDropsOnlyAfterDecision", check(4, 2, ReplicaReleaseTest::allUp, 3));
    }

    @Test
    void unassignedMemberReleasesCopyWhenOthersHaveEnough() {
        decide(Configuration.settled(1, 2, 4));
        decide(Configuration.settled(1, 2, 3));
        assertNull(check(4, 2, ReplicaReleaseTest::allUp, 3));
        assertViolates("CopiesNonDecreasing", check(4, 2, ReplicaReleaseTest::allUp, 2));
    }

    @Test
    void deadAreNoReasonToKeepACopyForEver() {
        decide(Configuration.settled(1, 2, 4));
        decide(Configuration.settled(1, 2, 3));
        assertNull(check(4, 2, member -> member != 3, 2));
    }

    @Test
    void removedReplicaReleasesWithoutKnowing() {
        decide(Configuration.settled(3, 1, 2));
        decide(Configuration.settled(3, 1, 2).withoutInSync(2));
        // Not in sync, but not overtaken either: what 1 and 3 have, a Sync from 3 has too.
        assertViolates("SourceDropsOnlyAfterDecision", check(2, 2, ReplicaReleaseTest::allUp, 2));
        decide(Configuration.settled(1));
        assertNull(check(2, 2, ReplicaReleaseTest::allUp, 1));
        assertNull(check(3, 2, ReplicaReleaseTest::allUp, 1));
        assertViolates("SourceDropsOnlyAfterDecision", check(1, 2, ReplicaReleaseTest::allUp, 1));
    }
}
