package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.ABC;
import static io.godwit.protocol.quorum.data.DataFixture.B;
import static io.godwit.protocol.quorum.data.DataFixture.C;
import static io.godwit.protocol.quorum.data.DataFixture.CALL;
import static io.godwit.protocol.quorum.data.DataFixture.CLIENT;
import static io.godwit.protocol.quorum.data.DataFixture.P;
import static io.godwit.protocol.quorum.data.DataFixture.V1;
import static io.godwit.protocol.quorum.data.DataFixture.V2;
import static io.godwit.protocol.quorum.data.DataFixture.V3;
import static io.godwit.protocol.quorum.data.DataFixture.assertAccepts;
import static io.godwit.protocol.quorum.data.DataFixture.assertRefuses;
import static io.godwit.protocol.quorum.data.DataFixture.leading;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static io.godwit.protocol.quorum.data.DataFixture.member;
import static io.godwit.protocol.quorum.data.DataFixture.receive;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Received;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.PendingCall.ForWrite;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.table.Version;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandleConfirmTest {
    private final DataState reading = primary(new ForRead(CALL, new Get(5), log(V1, 1), MemberSet.of(B)));

    private static DataState primary(PendingCall call) {
        Replica replica = leading(ABC, log(V1, 3));
        return member(A, replica.withPrimaryState(replica.primaryState().waiting(CLIENT, call)));
    }

    private static Received<Confirm> confirm(Version version, long client, long call) {
        return new Received<>(C, new Confirm(P, version, client, call));
    }

    @Test
    void readKnowsWhoHasConfirmed() {
        assertAccepts(
                primary(new ForRead(CALL, new Get(5), log(V1, 1), MemberSet.of(B, C))),
                List.of(),
                receive(reading, confirm(V2, CLIENT, CALL), ALL.replication()::handleConfirm));
    }

    @Test
    void memberThatHasStoppedCountsNothing() {
        DataState stopped = reading.with(Status.LEFT);
        assertRefuses(
                QuorumRule.MEMBER_UP,
                stopped,
                receive(stopped, confirm(V2, CLIENT, CALL), ALL.replication()::handleConfirm));
    }

    @Test
    void otherVersionsDoNotCount() {
        assertRefuses(
                QuorumRule.OF_THIS_VERSION,
                reading,
                receive(reading, confirm(V1, CLIENT, CALL), ALL.replication()::handleConfirm));
        assertRefuses(
                QuorumRule.OF_THIS_VERSION,
                reading,
                receive(reading, confirm(V3, CLIENT, CALL), ALL.replication()::handleConfirm));
    }

    @Test
    void otherReadsDoNotCount() {
        assertRefuses(
                QuorumRule.CALL_PENDING,
                reading,
                receive(reading, confirm(V2, CLIENT, CALL + 1), ALL.replication()::handleConfirm));
        assertRefuses(
                QuorumRule.CALL_PENDING,
                reading,
                receive(reading, confirm(V2, CLIENT + 1, CALL), ALL.replication()::handleConfirm));
        DataState writing = primary(new ForWrite(CALL));
        assertRefuses(
                QuorumRule.CALL_PENDING,
                writing,
                receive(writing, confirm(V2, CLIENT, CALL), ALL.replication()::handleConfirm));
    }
}
