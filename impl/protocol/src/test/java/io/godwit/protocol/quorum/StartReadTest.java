package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.take;
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
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartReadTest {
    private final Call call = new Call(CLIENT, CALL, P, new Get(5));
    private final Replica old = leading(moving(), log(V1, 3));

    @Test
    void notesTheLogAndAsksEverybodyNamed() {
        DataState primary = member(A, old);
        Probe probe = new Probe(P, V2, CLIENT, CALL);
        ForRead read = new ForRead(CALL, new Get(5), log(V1, 3), MemberSet.of());
        assertAccepts(
                primary.with(P, old.withPrimaryState(old.primaryState().waiting(CLIENT, read))),
                List.of(new Send(B, probe), new Send(C, probe), new Send(D, probe)),
                take(primary, s -> ALL.replication().startRead(s, call)));
    }

    @Test
    void memberThatHasStoppedReadsNothing() {
        DataState stopped = member(A, old).with(Status.LEFT);
        assertRefuses(QuorumRule.MEMBER_UP, stopped, take(stopped, s -> ALL.replication()
                .startRead(s, call)));
    }

    @Test
    void backupReadsNothing() {
        DataState backup = member(B, replica(view(V2, ABC), log(V1, 3)));
        assertRefuses(QuorumRule.IS_PRIMARY, backup, take(backup, s -> ALL.replication()
                .startRead(s, call)));
    }

    @Test
    void readThatRunsIsNotStartedAgain() {
        DataState reading =
                take(member(A, old), s -> ALL.replication().startRead(s, call)).state();
        assertRefuses(QuorumRule.CALL_IS_NEW, reading, take(reading, s -> ALL.replication()
                .startRead(s, call)));
        assertTrue(take(reading, s -> ALL.replication().startRead(s, new Call(CLIENT, CALL + 1, P, new Get(5))))
                .accepted());
    }
}
