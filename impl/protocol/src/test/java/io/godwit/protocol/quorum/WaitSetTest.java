package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.without;
import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.ABC;
import static io.godwit.protocol.quorum.data.DataFixture.B;
import static io.godwit.protocol.quorum.data.DataFixture.C;
import static io.godwit.protocol.quorum.data.DataFixture.D;
import static io.godwit.protocol.quorum.data.DataFixture.V1;
import static io.godwit.protocol.quorum.data.DataFixture.lagging;
import static io.godwit.protocol.quorum.data.DataFixture.leading;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.table.Configuration;
import org.junit.jupiter.api.Test;

class WaitSetTest {
    private final WaitSet waits = ALL.replication().waits;

    @Test
    void allInSyncMembersAreAsked() {
        Replica replica = leading(ABC, log(V1, 2));
        assertTrue(waits.allAgree(A, replica, m -> m == B || m == C));
        assertFalse(waits.allAgree(A, replica, m -> m != B));
        assertFalse(waits.allAgree(A, replica, m -> m != C));
        assertTrue(without(QuorumRule.WAITS_FOR_IN_SYNC).replication().waits.allAgree(A, replica, m -> false));
    }

    @Test
    void replicaThatIsNotInSyncIsNotAsked() {
        assertTrue(waits.allAgree(A, leading(lagging(), log(V1, 2)), m -> m == B));
    }

    @Test
    void membersThatWereProposedAreAskedToo() {
        Replica replica = leading(lagging(), log(V1, 2), A, C, D);
        assertTrue(waits.allAgree(A, replica, m -> m != A));
        assertFalse(waits.allAgree(A, replica, m -> m != C));
        assertFalse(waits.allAgree(A, replica, m -> m != D));
        assertTrue(without(QuorumRule.WAITS_FOR_PENDING).replication().waits.allAgree(A, replica, m -> m == B));
    }

    @Test
    void aloneInSyncNobodyIsAsked() {
        assertTrue(waits.allAgree(A, leading(Configuration.settled(A), log(V1, 2)), m -> false));
    }

    @Test
    void holdsWhatTheSlowestHolds() {
        Replica replica = leading(ABC, log(V1, 2));
        assertTrue(waits.isHeld(A, replica, 0));
        assertTrue(waits.isHeld(A, replica, 1));
        assertFalse(waits.isHeld(A, replica, 2));
    }

    @Test
    void silentReplicaHoldsNothing() {
        Replica replica = leading(lagging(), log(V1, 2), D);
        assertFalse(waits.isHeld(A, replica, 0));
    }
}
