package io.godwit.protocol.quorum.data.replication;

import static io.godwit.protocol.quorum.data.Fixture.A;
import static io.godwit.protocol.quorum.data.Fixture.ABC;
import static io.godwit.protocol.quorum.data.Fixture.B;
import static io.godwit.protocol.quorum.data.Fixture.C;
import static io.godwit.protocol.quorum.data.Fixture.CALL;
import static io.godwit.protocol.quorum.data.Fixture.CLIENT;
import static io.godwit.protocol.quorum.data.Fixture.P;
import static io.godwit.protocol.quorum.data.Fixture.V1;
import static io.godwit.protocol.quorum.data.Fixture.V2;
import static io.godwit.protocol.quorum.data.Fixture.V3;
import static io.godwit.protocol.quorum.data.Fixture.assertAccepts;
import static io.godwit.protocol.quorum.data.Fixture.assertRefuses;
import static io.godwit.protocol.quorum.data.Fixture.leading;
import static io.godwit.protocol.quorum.data.Fixture.log;
import static io.godwit.protocol.quorum.data.Fixture.member;

import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Received;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.Waiting;
import io.godwit.protocol.quorum.data.Waiting.ForRead;
import io.godwit.protocol.quorum.data.Waiting.ForWrite;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.table.Version;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandleConfirmTest {
    private final HandleConfirm handle = new HandleConfirm(Guards.ALL);
    private final DataState reading = primary(new ForRead(CALL, new Get(5), log(V1, 1), MemberSet.of(B)));

    private static DataState primary(Waiting call) {
        Replica replica = leading(ABC, log(V1, 3));
        return member(A, replica.withLead(replica.lead().waiting(CLIENT, call)));
    }

    private static Received<Confirm> confirm(Version version, long client, long call) {
        return new Received<>(C, new Confirm(P, version, client, call));
    }

    @Test
    void theReadKnowsWhoHasConfirmed() {
        assertAccepts(
                primary(new ForRead(CALL, new Get(5), log(V1, 1), MemberSet.of(B, C))),
                List.of(),
                handle.handle(reading, confirm(V2, CLIENT, CALL)));
    }

    @Test
    void aMemberThatHasStoppedCountsNothing() {
        DataState stopped = reading.with(Status.LEFT);
        assertRefuses(QuorumRule.MEMBER_UP, stopped, handle.handle(stopped, confirm(V2, CLIENT, CALL)));
    }

    @Test
    void otherVersionsDoNotCount() {
        assertRefuses(QuorumRule.OF_THIS_VERSION, reading, handle.handle(reading, confirm(V1, CLIENT, CALL)));
        assertRefuses(QuorumRule.OF_THIS_VERSION, reading, handle.handle(reading, confirm(V3, CLIENT, CALL)));
    }

    @Test
    void otherReadsDoNotCount() {
        assertRefuses(QuorumRule.CALL_PENDING, reading, handle.handle(reading, confirm(V2, CLIENT, CALL + 1)));
        assertRefuses(QuorumRule.CALL_PENDING, reading, handle.handle(reading, confirm(V2, CLIENT + 1, CALL)));
        DataState writing = primary(new ForWrite(CALL));
        assertRefuses(QuorumRule.CALL_PENDING, writing, handle.handle(writing, confirm(V2, CLIENT, CALL)));
    }
}
