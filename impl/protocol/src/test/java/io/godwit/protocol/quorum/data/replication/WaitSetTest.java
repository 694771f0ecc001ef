package io.godwit.protocol.quorum.data.replication;

import static io.godwit.protocol.quorum.data.Fixture.A;
import static io.godwit.protocol.quorum.data.Fixture.ABC;
import static io.godwit.protocol.quorum.data.Fixture.B;
import static io.godwit.protocol.quorum.data.Fixture.C;
import static io.godwit.protocol.quorum.data.Fixture.D;
import static io.godwit.protocol.quorum.data.Fixture.V1;
import static io.godwit.protocol.quorum.data.Fixture.lagging;
import static io.godwit.protocol.quorum.data.Fixture.leading;
import static io.godwit.protocol.quorum.data.Fixture.log;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.table.Configuration;
import org.junit.jupiter.api.Test;

class WaitSetTest {
    private final WaitSet waits = new WaitSet(Guards.ALL);

    @Test
    void allInSyncMembersAreAsked() {
        Replica replica = leading(ABC, log(V1, 2));
        assertTrue(waits.all(A, replica, m -> m == B || m == C));
        assertFalse(waits.all(A, replica, m -> m != B));
        assertFalse(waits.all(A, replica, m -> m != C));
        assertTrue(new WaitSet(Guards.without(QuorumRule.WAITS_FOR_IN_SYNC)).all(A, replica, m -> false));
    }

    @Test
    void aReplicaThatIsNotInSyncIsNotAsked() {
        assertTrue(waits.all(A, leading(lagging(), log(V1, 2)), m -> m == B));
    }

    @Test
    void membersThatWereProposedAreAskedToo() {
        Replica replica = leading(lagging(), log(V1, 2), A, C, D);
        assertTrue(waits.all(A, replica, m -> m != A));
        assertFalse(waits.all(A, replica, m -> m != C));
        assertFalse(waits.all(A, replica, m -> m != D));
        assertTrue(new WaitSet(Guards.without(QuorumRule.WAITS_FOR_PENDING)).all(A, replica, m -> m == B));
    }

    @Test
    void aloneInSyncNobodyIsAsked() {
        assertTrue(waits.all(A, leading(Configuration.settled(A), log(V1, 2)), m -> false));
    }

    @Test
    void holdsWhatTheSlowestHolds() {
        Replica replica = leading(ABC, log(V1, 2));
        assertTrue(waits.hold(A, replica, 0));
        assertTrue(waits.hold(A, replica, 1));
        assertFalse(waits.hold(A, replica, 2));
    }

    @Test
    void whoHasSaidNothingHoldsNothing() {
        Replica replica = leading(lagging(), log(V1, 2), D);
        assertFalse(waits.hold(A, replica, 0));
    }
}
