package io.godwit.client.invocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException.Outcome;
import io.godwit.client.invocation.FakeCluster.FakeMember;
import io.godwit.client.invocation.FakeCluster.Recorded;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.map.Result.Refused;
import io.godwit.transport.frame.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A member tells a client that another one is the primary now, while a call waits at the former one. */
class PrimaryChangeTest {
    private final FakeCluster cluster = new FakeCluster(2);
    private final FakeMember one = cluster.member(1);
    private final FakeMember two = cluster.member(2);
    private final InvocationService service = cluster.connected(cluster.config(1), 1);
    private final Recorded<Result> put = FakeCluster.put(service, 1);
    private final Frame.Call first = one.next();

    private void pass(long millis) {
        cluster.environment.pass(millis);
    }

    @Test
    void waitingWriteIsRepeatedAtTheNewPrimary() {
        one.say(cluster.table(2, 2));
        Frame.Call again = two.next();
        assertEquals(first, again, "the same call under the same number");
        two.say(FakeCluster.done(again));
        assertNotNull(put.result);
    }

    @Test
    void formerPrimaryMayStillAnswer() {
        one.say(cluster.table(2, 2));
        two.next();
        one.say(FakeCluster.done(first));
        assertNotNull(put.result);
    }

    @Test
    void migrationIsRepeatedOnlyAfterPrimaryChange() {
        // A newer version with the same primary, and an older one with another.
        one.say(cluster.table(3, 1));
        one.say(cluster.table(2, 2));
        one.say(FakeCluster.done(first));
        assertNotNull(put.result);
        assertTrue(one.calls.isEmpty() && two.calls.isEmpty());
    }

    @Test
    void relaxedReadIsNotRepeated() {
        Recorded<Result> get = new Recorded<>();
        service.invoke(new OnMap(Verb.GET, Bytes.EMPTY, Bytes.ofNumber(1), Bytes.EMPTY, Bytes.EMPTY), true, get);
        one.next();
        one.say(cluster.table(2, 2));
        // Only the write is.
        assertEquals(first, two.next());
    }

    @Test
    void firstAttemptMayHaveBeenCarriedOut() {
        one.say(cluster.table(2, 2));
        two.say(FakeCluster.answer(two.next(), new Refused("no room is left")));
        assertEquals(Outcome.UNKNOWN, put.failure.outcome());
    }

    @Test
    void pausingCallGoesToTheNewPrimaryInsteadOfTheNamedMember() {
        // The first member that is named is asked at once, and names itself once more: then there is a pause.
        Frame.Answer itself = FakeCluster.answer(first, new NotHere(1));
        one.say(itself);
        assertEquals(first, one.next());
        one.say(itself);
        assertTrue(one.calls.isEmpty());
        one.say(cluster.table(2, 2));
        Frame.Call again = two.next();
        assertEquals(first, again, "the same call under the same number");
        pass(100);
        assertTrue(one.calls.isEmpty());
        two.say(FakeCluster.done(again));
        assertNotNull(put.result);
    }

    private static Frame.Answer part(Frame.Call call, int value, int index, boolean more) {
        return new Frame.Answer(call.client(), call.number(), new Found(List.of(Bytes.ofNumber(value))), index, more);
    }

    /** A list may have changed between two attempts. */
    @Test
    void partsOfAnswersToTwoAttemptsAreNotPutTogether() {
        one.say(FakeCluster.done(first));
        Recorded<Result> list = FakeCluster.call(service, Verb.GET, 1);
        Frame.Call call = one.next();
        one.say(part(call, 1, 0, true));
        one.say(cluster.table(2, 2));
        two.next();
        two.say(part(call, 2, 0, true));
        two.say(part(call, 2, 1, true));
        two.say(cluster.table(3, 1));
        one.next();
        // It continues its first answer, and then begins the second one.
        one.say(part(call, 1, 1, true));
        one.say(part(call, 1, 2, false));
        assertFalse(list.isOver());
        one.say(part(call, 3, 0, true));
        one.say(part(call, 3, 1, false));
        assertEquals(new Found(List.of(Bytes.ofNumber(3), Bytes.ofNumber(3))), list.result);
    }

    /** An answer in one piece does not depend on who sends it. */
    @Test
    void formerPrimaryMayStillAnswerARead() {
        Recorded<Result> get = FakeCluster.call(service, Verb.GET, 1);
        Frame.Call read = one.next();
        one.say(cluster.table(2, 2));
        one.say(FakeCluster.answer(read, new Result.Found(List.of(Bytes.ofNumber(4)))));
        assertEquals(new Result.Found(List.of(Bytes.ofNumber(4))), get.result);
    }
}
