package io.godwit.client.invocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException;
import io.godwit.client.CallException.Outcome;
import io.godwit.client.invocation.FakeCluster.FakeMember;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.Frame.Answer;
import io.godwit.transport.frame.Frame.AnswerBatch;
import io.godwit.transport.frame.Frame.Call;
import io.godwit.transport.frame.Frame.CallBatch;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Frame.Table;
import io.godwit.transport.frame.Frame.Welcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Calls for many keys: member 1 leads the even partitions, member 2 the others, and ten calls may be under way. */
class KeyCallsTest {
    private static final int PARTITIONS = 6;
    private static final int AT_ONCE = 10;
    private static final int KIB = 1 << 10;

    private final FakeCluster cluster = new FakeCluster(2, PARTITIONS);
    private final FakeMember one = cluster.member(1);
    private final FakeMember two = cluster.member(2);
    private final Map<Integer, Result> results = new HashMap<>();
    private final Map<Integer, Outcome> failures = new HashMap<>();

    private InvocationService connected(boolean batches) {
        one.welcome = one.welcome.withFeatures(batches ? Welcome.CALL_BATCHES : 0);
        two.welcome = two.welcome.withFeatures(batches ? Welcome.CALL_BATCHES : 0);
        InvocationService connected = cluster.connected(cluster.config(1, 2), 1);
        List<Route> routes = IntStream.range(0, PARTITIONS)
                .mapToObj(p -> new Route(p, new Version(1, 2), 1 + p % 2))
                .toList();
        one.say(new Table(2, routes, List.of(one.peer, two.peer)));
        return connected;
    }

    private void begin(InvocationService service, Verb verb, int keys, int bytes) {
        List<OnMap> operations = IntStream.range(0, keys)
                .mapToObj(key ->
                        new OnMap(verb, Bytes.EMPTY, Bytes.ofNumber(key), Bytes.owning(new byte[bytes]), Bytes.EMPTY))
                .toList();
        service.invokeMany(operations, new KeyCallback() {
            @Override
            public void done(int index, Result result) {
                assertEquals(null, results.put(index, result));
            }

            @Override
            public void failed(int index, CallException cause) {
                assertEquals(null, failures.put(index, cause.outcome()));
            }
        });
    }

    private void put(InvocationService service, int keys) {
        begin(service, Verb.PUT, keys, 1);
        cluster.environment.run();
    }

    private static int key(Call call) {
        return (int) call.operation().keyBytes().number();
    }

    /** The result names the key. */
    private static Answer answer(Call call) {
        return FakeCluster.answer(call, new Done(List.of((long) key(call))));
    }

    private static AnswerBatch answers(CallBatch batch) {
        return new AnswerBatch(batch.calls().stream().map(KeyCallsTest::answer).toList());
    }

    private static void isEmpty(FakeMember... members) {
        for (FakeMember member : members) {
            assertEquals(0, member.calls.size() + member.callBatches.size(), "frames at " + member.number);
        }
    }

    private void eachHasItsResult(int from, int to) {
        for (int key = from; key < to; key++) {
            assertEquals(new Done(List.of((long) key)), results.get(key));
        }
    }

    @Test
    void keysOfAMemberAreOneFrame() {
        put(connected(true), AT_ONCE);
        CallBatch first = one.callBatches.remove();
        CallBatch second = two.callBatches.remove();
        isEmpty(one, two);
        Set<Long> sessions = new HashSet<>();
        List<Call> all = new ArrayList<>(first.calls());
        all.addAll(second.calls());
        all.forEach(call -> sessions.add(call.client()));
        assertEquals(AT_ONCE, sessions.size());
        first.calls().forEach(call -> assertEquals(0, call.partition() % 2));
        second.calls().forEach(call -> assertEquals(1, call.partition() % 2));
        one.say(answers(first));
        assertEquals(first.calls().size(), results.size());
        two.say(answers(second));
        eachHasItsResult(0, AT_ONCE);
        assertEquals(AT_ONCE, results.size());
    }

    @Test
    void answersMayComeOneByOneAndInAnyOrder() {
        put(connected(true), AT_ONCE);
        List<Call> calls = new ArrayList<>(one.callBatches.remove().calls());
        while (!calls.isEmpty()) {
            one.say(answer(calls.remove(calls.size() - 1)));
        }
        two.say(answers(two.callBatches.remove()));
        eachHasItsResult(0, AT_ONCE);
    }

    @Test
    void frameHasNoMoreCallsThanAMemberTakes() {
        int keys = 2 * CallBatch.MAX_CALLS;
        cluster.sessions = keys;
        put(connected(true), keys);
        int calls = 0;
        for (FakeMember member : List.of(one, two)) {
            assertEquals(0, member.calls.size());
            for (CallBatch batch : member.callBatches) {
                assertTrue(batch.calls().size() <= CallBatch.MAX_CALLS);
                calls += batch.calls().size();
            }
        }
        assertEquals(keys, calls);
        assertTrue(one.callBatches.size() + two.callBatches.size() <= 3);
    }

    @Test
    void frameHasNoMoreThanSomeBytes() {
        InvocationService service = connected(true);
        begin(service, Verb.PUT, AT_ONCE, 100 * KIB);
        cluster.environment.run();
        for (FakeMember member : List.of(one, two)) {
            for (CallBatch batch : member.callBatches) {
                assertEquals(2, batch.calls().size());
            }
        }
        assertTrue(one.callBatches.size() + two.callBatches.size() >= 4);
    }

    @Test
    void memberThatDoesNotKnowBatchesGetsEachCallByItself() {
        put(connected(false), AT_ONCE);
        assertEquals(AT_ONCE, one.calls.size() + two.calls.size());
        List.copyOf(one.calls).forEach(call -> one.say(answer(call)));
        List.copyOf(two.calls).forEach(call -> two.say(answer(call)));
        eachHasItsResult(0, AT_ONCE);
        assertEquals(0, one.callBatches.size() + two.callBatches.size());
    }

    @Test
    void movedKeysAreRepeatedUnderTheSameNumbers() {
        put(connected(true), AT_ONCE);
        CallBatch first = one.callBatches.remove();
        two.say(answers(two.callBatches.remove()));
        List<Call> moved = first.calls().subList(0, 2);
        one.say(new AnswerBatch(first.calls().stream()
                .map(call -> moved.contains(call) ? FakeCluster.answer(call, new NotHere(2)) : answer(call))
                .toList()));
        assertEquals(AT_ONCE - 2, results.size());
        cluster.environment.pass(1);
        CallBatch again = two.callBatches.remove();
        assertEquals(moved, again.calls());
        two.say(answers(again));
        eachHasItsResult(0, AT_ONCE);
    }

    @Test
    void keysOfASilentMemberAreRepeatedUnderTheSameNumbers() {
        put(connected(true), AT_ONCE);
        CallBatch first = one.callBatches.remove();
        two.say(answers(two.callBatches.remove()));
        cluster.environment.pass(2 * FakeCluster.ATTEMPT_MILLIS);
        Set<Call> again = new HashSet<>(one.calls);
        again.addAll(two.calls);
        List.of(one, two).forEach(member -> member.callBatches.forEach(batch -> again.addAll(batch.calls())));
        assertEquals(Set.copyOf(first.calls()), again);
    }

    private static int frames(FakeMember member) {
        return member.calls.size() + member.callBatches.size();
    }

    @Test
    void nextKeysBeginTogetherWhenOthersHaveEnded() {
        put(connected(true), 3 * AT_ONCE);
        int answered = 0;
        while (answered < 3 * AT_ONCE) {
            FakeMember member = frames(one) > 0 ? one : two;
            int before = frames(member) - 1;
            int other = frames(member == one ? two : one);
            if (member.calls.isEmpty()) {
                CallBatch batch = member.callBatches.remove();
                answered += batch.calls().size();
                member.say(answers(batch));
            } else {
                answered++;
                member.say(answer(member.calls.remove()));
            }
            assertEquals(answered, results.size());
            // Those that have begun instead are one frame for each member.
            assertTrue(frames(member) <= before + 1);
            assertTrue(frames(member == one ? two : one) <= other + 1);
        }
        eachHasItsResult(0, 3 * AT_ONCE);
    }

    @Test
    void closedServiceFailsEachKey() {
        InvocationService service = connected(true);
        service.close();
        begin(service, Verb.GET, 20_000, 0);
        cluster.environment.run();
        assertEquals(20_000, failures.size());
        isEmpty(one, two);
    }

    /** The table comes after the calls have begun, and before they are sent. */
    @Test
    void callThatMovesBeforeItsFrameLeavesIsSentToItsNewTargetOnly() {
        InvocationService service = connected(true);
        begin(service, Verb.PUT, AT_ONCE, 1);
        List<Route> routes = IntStream.range(0, PARTITIONS)
                .mapToObj(p -> new Route(p, new Version(1, 3), 2))
                .toList();
        one.say(new Table(3, routes, List.of(one.peer, two.peer)));
        isEmpty(one);
        two.callBatches.forEach(batch -> assertTrue(batch.calls().size() > 1));
        while (!two.callBatches.isEmpty()) {
            two.say(answers(two.callBatches.remove()));
        }
        eachHasItsResult(0, AT_ONCE);
    }

    @Test
    void callThatIsOverBeforeItsFrameLeavesIsNotSent() {
        InvocationService service = connected(true);
        begin(service, Verb.PUT, 3 * AT_ONCE, 1);
        service.close();
        cluster.environment.run();
        isEmpty(one, two);
        assertEquals(3 * AT_ONCE, failures.size());
        assertEquals(Set.of(Outcome.NOT_DONE), Set.copyOf(failures.values()));
    }

    @Test
    void writesOfABrokenConnectionMayHaveBeenDone() {
        InvocationService service = connected(true);
        put(service, AT_ONCE);
        CallBatch first = one.callBatches.remove();
        two.say(answers(two.callBatches.remove()));
        one.disconnect();
        service.close();
        cluster.environment.run();
        assertEquals(first.calls().size(), failures.size());
        assertEquals(Set.of(Outcome.UNKNOWN), Set.copyOf(failures.values()));
        assertNotEquals(0, results.size());
    }
}
