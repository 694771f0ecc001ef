package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.ControlFixture.without;
import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.ABC;
import static io.godwit.protocol.quorum.data.DataFixture.B;
import static io.godwit.protocol.quorum.data.DataFixture.C;
import static io.godwit.protocol.quorum.data.DataFixture.D;
import static io.godwit.protocol.quorum.data.DataFixture.P;
import static io.godwit.protocol.quorum.data.DataFixture.V1;
import static io.godwit.protocol.quorum.data.DataFixture.V2;
import static io.godwit.protocol.quorum.data.DataFixture.V3;
import static io.godwit.protocol.quorum.data.DataFixture.assertAccepts;
import static io.godwit.protocol.quorum.data.DataFixture.assertRefuses;
import static io.godwit.protocol.quorum.data.DataFixture.leading;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static io.godwit.protocol.quorum.data.DataFixture.member;
import static io.godwit.protocol.quorum.data.DataFixture.primaryState;
import static io.godwit.protocol.quorum.data.DataFixture.receive;
import static io.godwit.protocol.quorum.data.DataFixture.replica;
import static io.godwit.protocol.quorum.data.DataFixture.view;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Received;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandleAckTest {
    private final Replica old = leading(ABC, log(V1, 3));
    private final DataState primary = member(A, old);

    private static Received<Ack> ack(int from, Version version, int number) {
        return new Received<>(from, new Ack(P, version, number));
    }

    @Test
    void greatestNumberIsKept() {
        assertAccepts(
                primary.with(P, old.withPrimaryState(old.primaryState().acknowledged(C, 3))),
                List.of(),
                receive(primary, ack(C, V2, 3), ALL.replication()::handleAck));
        assertAccepts(primary, List.of(), receive(primary, ack(B, V2, 1), ALL.replication()::handleAck));
    }

    /** The log may have values that are removed since then. */
    @Test
    void whatWentOutWithTheVersionIsKeptUntilAllHaveAnswered() {
        Log sent = log(V1, 3);
        DataState state = member(A, replica(view(V2, ABC), sent).withPrimaryState(primaryState(sent)));
        state = receive(state, ack(B, V2, 3), ALL.replication()::handleAck).state();
        assertEquals(sent, state.replica(P).primaryState().synced(), "it may have to be sent again to C");
        state = receive(state, ack(C, V2, 3), ALL.replication()::handleAck).state();
        assertEquals(Log.EMPTY, state.replica(P).primaryState().synced());
    }

    @Test
    void lonePrimaryKeepsOnlyItsLog() {
        DataState state = member(A, replica(view(V1, ABC), log(V1, 3)));
        View alone = view(V2, Configuration.settled(A));
        Replica leading = take(state, s -> ALL.replication().activate(s, P, alone))
                .state()
                .replica(P);
        assertEquals(log(V1, 3), leading.log());
        assertEquals(Log.EMPTY, leading.primaryState().synced());
    }

    @Test
    void memberThatHasStoppedCountsNothing() {
        DataState stopped = primary.with(Status.LEFT);
        assertRefuses(QuorumRule.MEMBER_UP, stopped, receive(stopped, ack(C, V2, 3), ALL.replication()::handleAck));
    }

    @Test
    void backupCountsNothing() {
        DataState backup = member(B, replica(view(V2, ABC), log(V1, 3)));
        assertRefuses(QuorumRule.IS_PRIMARY, backup, receive(backup, ack(C, V2, 3), ALL.replication()::handleAck));
    }

    @Test
    void otherVersionsDoNotCount() {
        assertRefuses(
                QuorumRule.ACK_NAMES_EPOCH, primary, receive(primary, ack(C, V1, 3), ALL.replication()::handleAck));
        assertRefuses(
                QuorumRule.ACK_NAMES_EPOCH, primary, receive(primary, ack(C, V3, 3), ALL.replication()::handleAck));
        assertTrue(receive(
                        primary,
                        ack(C, V1, 3),
                        without(QuorumRule.ACK_NAMES_EPOCH).replication()::handleAck)
                .accepted());
    }

    @Test
    void strangersDoNotCount() {
        assertRefuses(
                QuorumRule.FROM_PARTICIPANT, primary, receive(primary, ack(D, V2, 3), ALL.replication()::handleAck));
    }
}
