package io.godwit.client.invocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException.Outcome;
import io.godwit.client.invocation.FakeCluster.FakeMember;
import io.godwit.client.invocation.FakeCluster.Recorded;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.Frame.PartitionsAnswer;
import io.godwit.transport.frame.Frame.PartitionsCall;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Frame.Table;
import io.godwit.transport.frame.PartitionSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Member 1 leads the partitions 0, 2 and 4, member 2 the others, as far as the client knows. */
class PartitionsInvocationTest {
    private static final int PARTITIONS = 6;
    private static final Bytes MAP = Bytes.ofNumber(7);

    private final FakeCluster cluster = new FakeCluster(2, PARTITIONS);
    private final FakeMember one = cluster.member(1);
    private final FakeMember two = cluster.member(2);
    private final InvocationService service = connected();
    private int version = 1;

    private InvocationService connected() {
        InvocationService connected = cluster.connected(cluster.config(1, 2), 1);
        one.say(table(1, 1, 2, 1, 2, 1, 2));
        return connected;
    }

    /** A table with primaries. */
    private Table table(long stamp, int... primaries) {
        version++;
        List<Route> routes = new ArrayList<>();
        for (int p = 0; p < primaries.length; p++) {
            routes.add(new Route(p, new Version(1, version), primaries[p]));
        }
        return new Table(stamp, routes, Stream.of(one, two).map(it -> it.peer).toList());
    }

    private Recorded<Long> call(Verb verb, boolean relaxed) {
        Recorded<Long> result = new Recorded<>();
        service.invokeOnPartitions(verb, MAP, PartitionSet.range(0, PARTITIONS), relaxed, result);
        cluster.environment.run();
        return result;
    }

    private Recorded<Long> size() {
        return call(Verb.SIZE, false);
    }

    private void pass(long millis) {
        cluster.environment.pass(millis);
    }

    private static PartitionSet set(int... partitions) {
        BitSet bits = new BitSet();
        for (int p : partitions) {
            bits.set(p);
        }
        return PartitionSet.of(bits);
    }

    private PartitionsCall next(FakeMember member, int... partitions) {
        cluster.environment.run();
        assertEquals(1, member.partitionsCalls.size(), "calls at " + member.number);
        PartitionsCall call = member.partitionsCalls.remove();
        assertEquals(set(partitions), call.partitions());
        return call;
    }

    private static PartitionsAnswer answer(PartitionsCall call, long count, PartitionSet done, PartitionSet left) {
        return new PartitionsAnswer(call.client(), call.number(), count, done, left, "");
    }

    private static PartitionsAnswer done(PartitionsCall call, long count) {
        return answer(call, count, call.partitions(), PartitionSet.NONE);
    }

    @Test
    void eachMemberIsAskedOnceForItsPartitions() {
        int timers = cluster.environment.timers();
        Recorded<Long> size = call(Verb.SIZE, true);
        PartitionsCall first = next(one, 0, 2, 4);
        PartitionsCall second = next(two, 1, 3, 5);
        assertEquals(first.client(), second.client());
        assertEquals(first.number(), second.number());
        assertTrue(first.relaxed());
        assertEquals(Verb.SIZE, first.verb());
        assertEquals(MAP, first.map());
        one.say(done(first, 10));
        assertFalse(size.isOver());
        two.say(done(second, 5));
        assertEquals(15, size.result);
        assertEquals(timers, cluster.environment.timers());
        call(Verb.SIZE, false);
        PartitionsCall later = next(one, 0, 2, 4);
        assertEquals(first.client(), later.client());
        assertEquals(first.number() + 1, later.number());
    }

    @Test
    void answersMayComeInParts() {
        Recorded<Long> size = size();
        PartitionsCall first = next(one, 0, 2, 4);
        two.say(done(next(two, 1, 3, 5), 1));
        one.say(answer(first, 2, set(0), PartitionSet.NONE));
        one.say(answer(first, 4, set(2, 4), PartitionSet.NONE));
        assertEquals(7, size.result);
        assertTrue(one.partitionsCalls.isEmpty());
    }

    @Test
    void partThatComesTwiceCountsOnce() {
        Recorded<Long> size = size();
        PartitionsCall first = next(one, 0, 2, 4);
        PartitionsAnswer part = answer(first, 2, set(0), PartitionSet.NONE);
        one.say(part);
        one.say(part);
        one.say(answer(first, 100, set(0, 2), PartitionSet.NONE));
        one.say(answer(first, 4, set(2, 4), PartitionSet.NONE));
        two.say(done(next(two, 1, 3, 5), 1));
        assertEquals(7, size.result);
    }

    @Test
    void movedPartitionIsAskedForAtItsNewPrimary() {
        Recorded<Long> size = size();
        PartitionsCall first = next(one, 0, 2, 4);
        PartitionsCall second = next(two, 1, 3, 5);
        two.say(done(second, 1));
        one.say(new Table(0, List.of(new Route(2, new Version(1, 9), 2)), List.of()));
        one.say(answer(first, 2, set(0, 4), set(2)));
        pass(1);
        PartitionsCall moved = next(two, 2);
        assertEquals(first.number(), moved.number());
        assertEquals(first.client(), moved.client());
        two.say(done(moved, 4));
        assertEquals(7, size.result);
    }

    /** The new primary has a request already: the partition waits for its answer. */
    @Test
    void memberHasOneRequestAtATime() {
        Recorded<Long> size = size();
        PartitionsCall first = next(one, 0, 2, 4);
        PartitionsCall second = next(two, 1, 3, 5);
        one.say(new Table(0, List.of(new Route(2, new Version(1, 9), 2)), List.of()));
        one.say(answer(first, 2, set(0, 4), set(2)));
        pass(20);
        assertTrue(two.partitionsCalls.isEmpty());
        two.say(done(second, 1));
        pass(32);
        two.say(done(next(two, 2), 4));
        assertEquals(7, size.result);
    }

    /** Its former primary says that it does not lead it, and its routes name no other: it is asked again after a pause. */
    @Test
    void partitionWithoutPrimaryIsAskedForAgain() {
        Recorded<Long> size = size();
        PartitionsCall first = next(one, 0, 2, 4);
        two.say(done(next(two, 1, 3, 5), 1));
        int tables = one.tableRequests + two.tableRequests;
        pass(60);
        one.say(answer(first, 2, set(0, 4), set(2)));
        assertTrue(one.partitionsCalls.isEmpty());
        assertTrue(one.tableRequests + two.tableRequests > tables);
        pass(32);
        one.say(done(next(one, 2), 4));
        assertEquals(7, size.result);
    }

    @Test
    void silentMemberIsAskedAgainUnderTheSameNumber() {
        Recorded<Long> clear = call(Verb.CLEAR, false);
        PartitionsCall first = next(one, 0, 2, 4);
        two.say(done(next(two, 1, 3, 5), 1));
        pass(FakeCluster.ATTEMPT_MILLIS - 1);
        assertTrue(one.partitionsCalls.isEmpty() && two.partitionsCalls.isEmpty());
        pass(1 + QueuedCall.MAX_PAUSE_MILLIS);
        FakeMember asked = one.partitionsCalls.isEmpty() ? two : one;
        assertEquals(first, asked.partitionsCalls.remove());
        // The first answer is as good.
        one.say(done(first, 3));
        assertEquals(4, clear.result);
    }

    @Test
    void partOfAnAnswerIsASignOfLife() {
        size();
        PartitionsCall first = next(one, 0, 2, 4);
        two.say(done(next(two, 1, 3, 5), 1));
        pass(FakeCluster.ATTEMPT_MILLIS - 100);
        one.say(answer(first, 2, set(0), PartitionSet.NONE));
        pass(FakeCluster.ATTEMPT_MILLIS - 100);
        assertTrue(one.partitionsCalls.isEmpty() && two.partitionsCalls.isEmpty());
        pass(100 + QueuedCall.MAX_PAUSE_MILLIS);
        FakeMember asked = one.partitionsCalls.isEmpty() ? two : one;
        assertEquals(set(2, 4), asked.partitionsCalls.remove().partitions());
    }

    @Test
    void closedConnectionIsNoAnswer() {
        Recorded<Long> size = size();
        next(one, 0, 2, 4);
        two.say(done(next(two, 1, 3, 5), 1));
        one.disconnect();
        pass(QueuedCall.MAX_PAUSE_MILLIS);
        two.say(table(2, 2, 2, 2, 2, 2, 2));
        two.say(done(next(two, 0, 2, 4), 6));
        assertEquals(7, size.result);
    }

    @Test
    void formerPrimaryIsNotWaitedFor() {
        Recorded<Long> size = size();
        PartitionsCall first = next(one, 0, 2, 4);
        two.say(done(next(two, 1, 3, 5), 1));
        two.say(table(2, 2, 2, 2, 2, 2, 2));
        pass(1);
        PartitionsCall again = next(two, 0, 2, 4);
        assertEquals(first, again);
        two.say(done(again, 6));
        assertEquals(7, size.result);
    }

    /** Any copy may answer a relaxed read. */
    @Test
    void relaxedReadWaitsForTheMemberThatWasAsked() {
        Recorded<Long> size = call(Verb.SIZE, true);
        PartitionsCall first = next(one, 0, 2, 4);
        two.say(done(next(two, 1, 3, 5), 1));
        two.say(table(2, 2, 2, 2, 2, 2, 2));
        pass(1);
        assertTrue(two.partitionsCalls.isEmpty());
        one.say(done(first, 6));
        assertEquals(7, size.result);
    }

    @Test
    void refusalEndsTheCall() {
        Recorded<Long> clear = call(Verb.CLEAR, false);
        one.say(refusal(next(one, 0, 2, 4)));
        // Another member may carry it out.
        assertFalse(clear.isOver());
        two.say(done(next(two, 1, 3, 5), 1));
        assertEquals("no room", clear.failure.getMessage());
        assertEquals(Outcome.UNKNOWN, clear.failure.outcome());
        assertTrue(one.partitionsCalls.isEmpty());
    }

    @Test
    void callThatAllMembersRefuseWasNotDone() {
        Recorded<Long> clear = call(Verb.CLEAR, false);
        one.say(refusal(next(one, 0, 2, 4)));
        two.say(refusal(next(two, 1, 3, 5)));
        assertEquals(Outcome.NOT_DONE, clear.failure.outcome());
        clear = call(Verb.CLEAR, false);
        one.say(refusal(next(one, 0, 2, 4)));
        next(two, 1, 3, 5);
        pass(FakeCluster.ATTEMPT_MILLIS);
        assertEquals("no room", clear.failure.getMessage());
        assertEquals(Outcome.UNKNOWN, clear.failure.outcome());
    }

    private static PartitionsAnswer refusal(PartitionsCall call) {
        return new PartitionsAnswer(call.client(), call.number(), 0, PartitionSet.NONE, PartitionSet.NONE, "no room");
    }

    @Test
    void callEndsWhenItsTimeIsOver() {
        int timers = cluster.environment.timers();
        Recorded<Long> clear = call(Verb.CLEAR, false);
        Recorded<Long> size = size();
        pass(FakeCluster.TIMEOUT_MILLIS);
        assertEquals("no answer within 10000 ms", clear.failure.getMessage());
        assertEquals(Outcome.UNKNOWN, clear.failure.outcome());
        assertEquals(Outcome.NOT_DONE, size.failure.outcome());
        assertEquals(timers, cluster.environment.timers());
    }

    @Test
    void callThatHasNotBegunWasNotDone() {
        service.closeNow();
        Recorded<Long> clear = call(Verb.CLEAR, false);
        assertEquals(Outcome.NOT_DONE, clear.failure.outcome());
        assertNull(clear.result);
        assertTrue(one.partitionsCalls.isEmpty());
    }

    @Test
    void closedClientFailsPendingCalls() {
        Recorded<Long> clear = call(Verb.CLEAR, false);
        service.closeNow();
        assertEquals(Outcome.UNKNOWN, clear.failure.outcome());
        assertNotEquals(null, clear.failure);
    }
}
