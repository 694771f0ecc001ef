package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.ControlFixture.without;
import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.ABC;
import static io.godwit.protocol.quorum.data.DataFixture.B;
import static io.godwit.protocol.quorum.data.DataFixture.C;
import static io.godwit.protocol.quorum.data.DataFixture.CALL;
import static io.godwit.protocol.quorum.data.DataFixture.CLIENT;
import static io.godwit.protocol.quorum.data.DataFixture.D;
import static io.godwit.protocol.quorum.data.DataFixture.P;
import static io.godwit.protocol.quorum.data.DataFixture.V1;
import static io.godwit.protocol.quorum.data.DataFixture.V2;
import static io.godwit.protocol.quorum.data.DataFixture.assertAccepts;
import static io.godwit.protocol.quorum.data.DataFixture.assertRefuses;
import static io.godwit.protocol.quorum.data.DataFixture.leading;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static io.godwit.protocol.quorum.data.DataFixture.member;
import static io.godwit.protocol.quorum.data.DataFixture.moving;
import static io.godwit.protocol.quorum.data.DataFixture.replica;
import static io.godwit.protocol.quorum.data.DataFixture.view;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.map.Operation.Put;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall.ForWrite;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import java.util.List;
import org.junit.jupiter.api.Test;

class WriteTest {
    private final Call call = new Call(CLIENT, CALL, P, new Put(1, 2));
    private final LogEntry entry = new LogEntry(V2, CLIENT, CALL, new Put(1, 2));

    @Test
    void nextEntryGoesToEverybodyNamed() {
        Replica old = leading(moving(), log(V1, 2), D);
        DataState primary = member(A, old);
        Append append = new Append(P, V2, 3, entry);
        assertAccepts(
                primary.with(
                        P,
                        old.withLog(old.log().append(entry))
                                .withPrimaryState(old.primaryState().waiting(CLIENT, new ForWrite(CALL)))),
                List.of(new Send(B, append), new Send(C, append), new Send(D, append)),
                take(primary, s -> ALL.replication().write(s, call)));
    }

    @Test
    void memberThatHasStoppedTakesNothing() {
        DataState stopped = member(A, leading(ABC, log(V1, 2))).with(Status.DOWN);
        assertRefuses(QuorumRule.MEMBER_UP, stopped, take(stopped, s -> ALL.replication()
                .write(s, call)));
    }

    @Test
    void backupTakesNothing() {
        DataState backup = member(B, replica(view(V2, ABC), log(V1, 2)));
        assertRefuses(QuorumRule.IS_PRIMARY, backup, take(backup, s -> ALL.replication()
                .write(s, call)));
    }

    @Test
    void callIsExecutedOnce() {
        DataState primary = member(A, leading(ABC, log(V1, 2).append(entry)));
        assertRefuses(QuorumRule.DEDUPLICATES, primary, take(primary, s -> ALL.replication()
                .write(s, call)));
        Call late = new Call(CLIENT, CALL - 1, P, new Put(1, 2));
        assertRefuses(QuorumRule.DEDUPLICATES, primary, take(primary, s -> ALL.replication()
                .write(s, late)));
        assertEquals(
                4,
                take(primary, s -> without(QuorumRule.DEDUPLICATES)
                                .replication()
                                .write(s, call))
                        .state()
                        .replica(P)
                        .log()
                        .length());
    }

    @Test
    void clientsNextCallIsExecuted() {
        DataState primary = member(A, leading(ABC, log(V1, 2).append(entry)));
        Call next = new Call(CLIENT, CALL + 1, P, new Put(1, 2));
        assertEquals(
                4,
                take(primary, s -> ALL.replication().write(s, next))
                        .state()
                        .replica(P)
                        .log()
                        .length());
    }
}
