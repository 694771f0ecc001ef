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
import static io.godwit.protocol.quorum.data.DataFixture.assertAccepts;
import static io.godwit.protocol.quorum.data.DataFixture.assertRefuses;
import static io.godwit.protocol.quorum.data.DataFixture.leading;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static io.godwit.protocol.quorum.data.DataFixture.member;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command.Answer;
import io.godwit.protocol.Command.Basis;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.PendingCall.ForWrite;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerReadTest {
    /** Primary A with three entries, of which B holds two and C one. */
    private static DataState primary(PendingCall call, int... waits) {
        Replica replica = leading(ABC, log(V1, 3), waits);
        return member(A, replica.withPrimaryState(replica.primaryState().waiting(CLIENT, call)));
    }

    private static ForRead read(int seen, int... confirmed) {
        return new ForRead(CALL, new Get(5), log(V1, seen), MemberSet.of(confirmed));
    }

    @Test
    void answerIsWhatTheReadSaw() {
        assertAccepts(
                member(A, leading(ABC, log(V1, 3))),
                List.of(new Answer(CLIENT, CALL, new Done(List.of(1L)), new Basis(P, 1))),
                take(primary(read(1, B, C)), s -> ALL.replication().answerRead(s, P, CLIENT)));
        assertAccepts(
                member(A, leading(ABC, log(V1, 3))),
                List.of(new Answer(CLIENT, CALL, new Done(List.of()), new Basis(P, 0))),
                take(primary(read(0, B, C)), s -> ALL.replication().answerRead(s, P, CLIENT)));
    }

    @Test
    void memberThatHasStoppedAnswersNothing() {
        DataState stopped = primary(read(1, B, C)).with(Status.DOWN);
        assertRefuses(QuorumRule.MEMBER_UP, stopped, take(stopped, s -> ALL.replication()
                .answerRead(s, P, CLIENT)));
    }

    @Test
    void answerNeedsARead() {
        DataState nobody = member(A, leading(ABC, log(V1, 3)));
        assertRefuses(QuorumRule.CALL_PENDING, nobody, take(nobody, s -> ALL.replication()
                .answerRead(s, P, CLIENT)));
        DataState writing = primary(new ForWrite(CALL));
        assertRefuses(QuorumRule.CALL_PENDING, writing, take(writing, s -> ALL.replication()
                .answerRead(s, P, CLIENT)));
    }

    @Test
    void everybodyForWhomAWriteWaitsConfirms() {
        DataState primary = primary(read(1, B));
        assertRefuses(QuorumRule.READ_CONFIRMS, primary, take(primary, s -> ALL.replication()
                .answerRead(s, P, CLIENT)));
        DataState proposed = primary(read(1, B, C), D);
        assertRefuses(QuorumRule.READ_CONFIRMS, proposed, take(proposed, s -> ALL.replication()
                .answerRead(s, P, CLIENT)));
        assertTrue(take(
                        primary,
                        s -> without(QuorumRule.READ_CONFIRMS).replication().answerRead(s, P, CLIENT))
                .accepted());
    }

    @Test
    void readLogIsHeldByAllReplicas() {
        DataState primary = primary(read(2, B, C));
        assertRefuses(QuorumRule.READ_WAITS_FOR_PREFIX, primary, take(primary, s -> ALL.replication()
                .answerRead(s, P, CLIENT)));
        assertTrue(take(primary, s -> without(QuorumRule.READ_WAITS_FOR_PREFIX)
                        .replication()
                        .answerRead(s, P, CLIENT))
                .accepted());
    }
}
