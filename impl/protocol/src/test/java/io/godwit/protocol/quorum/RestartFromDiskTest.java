package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.ControlFixture.without;
import static io.godwit.protocol.quorum.QuorumRule.NEW_VERSION_AFTER_RESTART;
import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.ABC;
import static io.godwit.protocol.quorum.data.DataFixture.B;
import static io.godwit.protocol.quorum.data.DataFixture.D;
import static io.godwit.protocol.quorum.data.DataFixture.P;
import static io.godwit.protocol.quorum.data.DataFixture.V1;
import static io.godwit.protocol.quorum.data.DataFixture.V2;
import static io.godwit.protocol.quorum.data.DataFixture.V3;
import static io.godwit.protocol.quorum.data.DataFixture.assertRefuses;
import static io.godwit.protocol.quorum.data.DataFixture.leading;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static io.godwit.protocol.quorum.data.DataFixture.member;
import static io.godwit.protocol.quorum.data.DataFixture.moving;
import static io.godwit.protocol.quorum.data.DataFixture.replica;
import static io.godwit.protocol.quorum.data.DataFixture.view;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Event.Call;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Configuration;
import org.junit.jupiter.api.Test;

class RestartFromDiskTest {
    private static DataState started(Quorum quorum, Replica found) {
        return take(member(A, found), quorum.durable()::restartFromDisk).state();
    }

    private static boolean waits(Replica found) {
        return started(ALL, found).replica(P).resumed();
    }

    @Test
    void primaryOfOthersWaitsForANewVersion() {
        assertTrue(waits(leading(ABC, log(V1, 2))));
        assertTrue(
                waits(leading(Configuration.settled(A).withMigration(A, D), log(V1, 2))),
                "a learner takes entries, too");
        assertFalse(waits(leading(Configuration.settled(A), log(V1, 2))));
        assertFalse(waits(replica(view(V2, Configuration.settled(B, A)), log(V1, 2))));
        assertFalse(waits(Replica.NONE));
    }

    @Test
    void unguardedRunContinues() {
        Replica found = leading(ABC, log(V1, 2));
        assertEquals(member(A, found), started(without(NEW_VERSION_AFTER_RESTART), found));
    }

    @Test
    void restartedMemberDoesNotLeadUnderStoredVersion() {
        DataState state = started(ALL, leading(moving(), log(V1, 2)));
        Call write = new Call(9, 1, P, new Operation.Increment(5, 1));
        Call read = new Call(9, 1, P, new Operation.Get(5));
        assertRefuses(NEW_VERSION_AFTER_RESTART, state, take(state, s -> ALL.replication()
                .write(s, write)));
        assertRefuses(NEW_VERSION_AFTER_RESTART, state, take(state, s -> ALL.replication()
                .startRead(s, read)));
        assertRefuses(NEW_VERSION_AFTER_RESTART, state, take(state, s -> ALL.migration()
                .proposeMember(s, P, D)));
        assertRefuses(NEW_VERSION_AFTER_RESTART, state, take(state, s -> ALL.replication()
                .answerWrite(s, P, 9)));
        assertRefuses(NEW_VERSION_AFTER_RESTART, state, take(state, s -> ALL.replication()
                .answerRead(s, P, 9)));
        assertRefuses(NEW_VERSION_AFTER_RESTART, state, take(state, s -> ALL.replication()
                .handleAck(s, B, new Ack(P, V2, 2))));
    }

    @Test
    void anotherVersionEndsTheWaiting() {
        DataState state = started(ALL, leading(ABC, log(V1, 2)));
        DataState leads = take(state, s -> ALL.replication().activate(s, P, view(V3, ABC)))
                .state();
        assertFalse(leads.replica(P).resumed());
        Sync sync = new Sync(P, view(V3, Configuration.settled(B, A)), log(V1, 1));
        DataState follows =
                take(state, s -> ALL.replication().handleSync(s, B, sync)).state();
        assertFalse(follows.replica(P).resumed());
    }
}
