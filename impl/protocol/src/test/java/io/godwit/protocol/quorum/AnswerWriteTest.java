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
import static io.godwit.protocol.quorum.data.DataFixture.lagging;
import static io.godwit.protocol.quorum.data.DataFixture.leading;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static io.godwit.protocol.quorum.data.DataFixture.member;
import static io.godwit.protocol.quorum.data.DataFixture.replica;
import static io.godwit.protocol.quorum.data.DataFixture.view;

import io.godwit.protocol.Command.Answer;
import io.godwit.protocol.Command.Basis;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.map.Operation.Increment;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.PendingCall.ForWrite;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerWriteTest {

    /** Primary A with three entries, of which B holds two and C one. */
    private static DataState primary(Configuration configuration, long client, PendingCall call) {
        Replica replica = leading(configuration, log(V1, 3));
        return member(A, replica.withPrimaryState(replica.primaryState().waiting(client, call)));
    }

    @Test
    void resultIsThatOfTheLogUpToTheWrite() {
        DataState primary = primary(lagging(), 2, new ForWrite(1));
        assertAccepts(
                member(A, leading(lagging(), log(V1, 3))),
                List.of(new Answer(2, 1, new Done(List.of(3L)), new Basis(P, 2))),
                take(primary, s -> ALL.replication().answerWrite(s, P, 2)));
    }

    @Test
    void everybodyInSyncHoldsItFirst() {
        DataState primary = primary(ABC, 2, new ForWrite(1));
        assertRefuses(
                QuorumRule.HELD, primary, take(primary, s -> ALL.replication().answerWrite(s, P, 2)));
        DataState other = primary(lagging(), 3, new ForWrite(1));
        assertRefuses(QuorumRule.HELD, other, take(other, s -> ALL.replication().answerWrite(s, P, 3)));
    }

    @Test
    void writeThatIsCalledAgainWaitsLikeTheFirstTime() {
        Replica replica = leading(ABC, log(V1, 3));
        Call again = new Call(3, 1, P, new Increment(5, 3));
        DataState primary = take(member(A, replica), s -> ALL.replication().repeatWrite(s, again))
                .state();
        assertRefuses(
                QuorumRule.HELD, primary, take(primary, s -> ALL.replication().answerWrite(s, P, 3)));
    }

    @Test
    void memberThatHasStoppedAnswersNothing() {
        DataState stopped = primary(lagging(), 2, new ForWrite(1)).with(Status.DOWN);
        assertRefuses(QuorumRule.MEMBER_UP, stopped, take(stopped, s -> ALL.replication()
                .answerWrite(s, P, 2)));
    }

    @Test
    void backupAnswersNothing() {
        DataState backup = member(B, replica(view(V2, ABC), log(V1, 3)));
        assertRefuses(QuorumRule.IS_PRIMARY, backup, take(backup, s -> ALL.replication()
                .answerWrite(s, P, 2)));
    }

    @Test
    void answerNeedsAWaitingWrite() {
        DataState primary = primary(lagging(), 2, new ForWrite(1));
        assertRefuses(QuorumRule.CALL_PENDING, primary, take(primary, s -> ALL.replication()
                .answerWrite(s, P, 1)));
        DataState reading = primary(lagging(), 2, new ForRead(1, new Get(5), log(V1, 1), MemberSet.of()));
        assertRefuses(QuorumRule.CALL_PENDING, reading, take(reading, s -> ALL.replication()
                .answerWrite(s, P, 2)));
    }

    @Test
    void unloggedWriteIsNotAnswered() {
        DataState primary = primary(lagging(), 2, new ForWrite(2));
        assertRefuses(QuorumRule.EXECUTED, primary, take(primary, s -> ALL.replication()
                .answerWrite(s, P, 2)));
        DataState other = primary(lagging(), 9, new ForWrite(1));
        assertRefuses(
                QuorumRule.EXECUTED, other, take(other, s -> ALL.replication().answerWrite(s, P, 9)));
    }
}
