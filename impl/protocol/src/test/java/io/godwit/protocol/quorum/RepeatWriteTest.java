package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.ABC;
import static io.godwit.protocol.quorum.data.DataFixture.B;
import static io.godwit.protocol.quorum.data.DataFixture.P;
import static io.godwit.protocol.quorum.data.DataFixture.V1;
import static io.godwit.protocol.quorum.data.DataFixture.V2;
import static io.godwit.protocol.quorum.data.DataFixture.assertAccepts;
import static io.godwit.protocol.quorum.data.DataFixture.assertRefuses;
import static io.godwit.protocol.quorum.data.DataFixture.leading;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static io.godwit.protocol.quorum.data.DataFixture.member;
import static io.godwit.protocol.quorum.data.DataFixture.replica;
import static io.godwit.protocol.quorum.data.DataFixture.view;

import io.godwit.protocol.Event.Call;
import io.godwit.protocol.map.Operation.Increment;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall.ForWrite;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatWriteTest {
    private final Call call = new Call(2, 1, P, new Increment(5, 2));

    @Test
    void clientWaitsHereForWhatIsInTheLog() {
        Replica old = leading(ABC, log(V1, 2));
        DataState primary = member(A, old);
        assertAccepts(
                primary.with(P, old.withPrimaryState(old.primaryState().waiting(2, new ForWrite(1)))),
                List.of(),
                take(primary, s -> ALL.replication().repeatWrite(s, call)));
    }

    @Test
    void memberThatHasStoppedHearsNothing() {
        DataState stopped = member(A, leading(ABC, log(V1, 2))).with(Status.LEFT);
        assertRefuses(QuorumRule.MEMBER_UP, stopped, take(stopped, s -> ALL.replication()
                .repeatWrite(s, call)));
    }

    @Test
    void backupHearsNothing() {
        DataState backup = member(B, replica(view(V2, ABC), log(V1, 2)));
        assertRefuses(QuorumRule.IS_PRIMARY, backup, take(backup, s -> ALL.replication()
                .repeatWrite(s, call)));
    }

    @Test
    void anotherCallIsNotThisOne() {
        DataState primary = member(A, leading(ABC, log(V1, 2)));
        assertRefuses(QuorumRule.EXECUTED, primary, take(primary, s -> ALL.replication()
                .repeatWrite(s, new Call(2, 2, P, new Increment(5, 2)))));
        assertRefuses(QuorumRule.EXECUTED, primary, take(primary, s -> ALL.replication()
                .repeatWrite(s, new Call(2, 0, P, new Increment(5, 2)))));
        assertRefuses(QuorumRule.EXECUTED, primary, take(primary, s -> ALL.replication()
                .repeatWrite(s, new Call(9, 1, P, new Increment(5, 2)))));
    }
}
