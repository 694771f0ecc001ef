package io.godwit.protocol.quorum.data.life;

import static io.godwit.protocol.quorum.QuorumRule.NEW_VERSION_AFTER_RESTART;
import static io.godwit.protocol.quorum.data.Fixture.A;
import static io.godwit.protocol.quorum.data.Fixture.ABC;
import static io.godwit.protocol.quorum.data.Fixture.B;
import static io.godwit.protocol.quorum.data.Fixture.D;
import static io.godwit.protocol.quorum.data.Fixture.P;
import static io.godwit.protocol.quorum.data.Fixture.V1;
import static io.godwit.protocol.quorum.data.Fixture.V2;
import static io.godwit.protocol.quorum.data.Fixture.V3;
import static io.godwit.protocol.quorum.data.Fixture.assertRefuses;
import static io.godwit.protocol.quorum.data.Fixture.leading;
import static io.godwit.protocol.quorum.data.Fixture.log;
import static io.godwit.protocol.quorum.data.Fixture.member;
import static io.godwit.protocol.quorum.data.Fixture.moving;
import static io.godwit.protocol.quorum.data.Fixture.replica;
import static io.godwit.protocol.quorum.data.Fixture.view;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Event.Call;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.data.replication.Activate;
import io.godwit.protocol.quorum.data.replication.AnswerRead;
import io.godwit.protocol.quorum.data.replication.AnswerWrite;
import io.godwit.protocol.quorum.data.replication.HandleAck;
import io.godwit.protocol.quorum.data.replication.HandleSync;
import io.godwit.protocol.quorum.data.replication.ProposeMember;
import io.godwit.protocol.quorum.data.replication.StartRead;
import io.godwit.protocol.quorum.data.replication.Write;
import io.godwit.protocol.quorum.table.Configuration;
import org.junit.jupiter.api.Test;

class RestartFromDiskTest {
    private static DataState started(Guards guards, Replica found) {
        return new RestartFromDisk(guards)
                .handle(member(A, found), new RestartFromDisk.Start())
                .state();
    }

    private static boolean waits(Replica found) {
        return started(Guards.ALL, found).replica(P).resumed();
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
    void withoutTheGuardItGoesOn() {
        Replica found = leading(ABC, log(V1, 2));
        assertEquals(member(A, found), started(Guards.without(NEW_VERSION_AFTER_RESTART), found));
    }

    @Test
    void nothingIsDoneUnderTheVersionThatItHasFound() {
        DataState state = started(Guards.ALL, leading(moving(), log(V1, 2)));
        Call write = new Call(9, 1, P, new Operation.Increment(5, 1));
        Call read = new Call(9, 1, P, new Operation.Get(5));
        assertRefuses(NEW_VERSION_AFTER_RESTART, state, new Write(Guards.ALL).handle(state, write));
        assertRefuses(NEW_VERSION_AFTER_RESTART, state, new StartRead(Guards.ALL).handle(state, read));
        assertRefuses(
                NEW_VERSION_AFTER_RESTART,
                state,
                new ProposeMember(Guards.ALL).handle(state, new ProposeMember.Candidate(P, D)));
        assertRefuses(
                NEW_VERSION_AFTER_RESTART, state, new AnswerWrite(Guards.ALL).handle(state, new AnswerWrite.Due(P, 9)));
        assertRefuses(
                NEW_VERSION_AFTER_RESTART, state, new AnswerRead(Guards.ALL).handle(state, new AnswerRead.Due(P, 9)));
        assertRefuses(
                NEW_VERSION_AFTER_RESTART,
                state,
                new HandleAck(Guards.ALL).handle(state, new Received<>(B, new Ack(P, V2, 2))));
    }

    @Test
    void anotherVersionEndsTheWaiting() {
        DataState state = started(Guards.ALL, leading(ABC, log(V1, 2)));
        DataState leads = new Activate(Guards.ALL)
                .handle(state, new Activate.Decided(P, view(V3, ABC)))
                .state();
        assertFalse(leads.replica(P).resumed());
        Sync sync = new Sync(P, view(V3, Configuration.settled(B, A)), log(V1, 1));
        DataState follows = new HandleSync(Guards.ALL)
                .handle(state, new Received<>(B, sync))
                .state();
        assertFalse(follows.replica(P).resumed());
    }
}
