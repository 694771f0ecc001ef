package io.godwit.client.invocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException.Outcome;
import io.godwit.client.invocation.FakeCluster.FakeMember;
import io.godwit.client.invocation.FakeCluster.Recorded;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.map.Result.Refused;
import io.godwit.transport.frame.Frame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InvocationServiceTest {
    private static final int ATTEMPT = FakeCluster.ATTEMPT_MILLIS;
    private static final int MAX_PAUSE = Invocation.MAX_PAUSE_MILLIS;

    private final FakeCluster cluster = new FakeCluster(2);
    private final FakeMember one = cluster.member(1);
    private final FakeMember two = cluster.member(2);
    private final InvocationService service = cluster.connected(cluster.config(1), 1);

    private InvocationService withSessions(int sessions) {
        InvocationConfig config = cluster.config(1);
        return cluster.connected(
                new InvocationConfig("c", config.addresses(), config.timeoutNanos(), config.attemptNanos(), sessions),
                1);
    }

    private void run() {
        cluster.environment.run();
    }

    private void pass(long millis) {
        cluster.environment.pass(millis);
    }

    private static Frame.Answer part(Frame.Call call, int index, boolean more) {
        return new Frame.Answer(call.client(), call.number(), new Found(List.of(Bytes.ofNumber(index))), index, more);
    }

    @Test
    void answerEndsTheCallAndItsTimer() {
        int before = cluster.environment.timers();
        Recorded<Result> put = FakeCluster.put(service, 1);
        one.say(FakeCluster.done(one.next()));
        assertEquals(new Done(List.of(0L)), put.result);
        assertEquals(before, cluster.environment.timers());
    }

    @Test
    void sessionNumbersItsCalls() {
        FakeCluster.put(service, 1);
        Frame.Call first = one.next();
        one.say(FakeCluster.done(first));
        FakeCluster.put(service, 2);
        Frame.Call second = one.next();
        FakeCluster.put(service, 3);
        Frame.Call parallel = one.next();
        assertEquals(first.client(), second.client());
        assertEquals(first.number() + 1, second.number());
        assertNotEquals(first.client(), parallel.client());
        assertEquals(1, parallel.number());
    }

    @Test
    void answerToAFormerCallOfTheSessionIsIgnored() {
        FakeCluster.put(service, 1);
        Frame.Call first = one.next();
        one.say(FakeCluster.done(first));
        Recorded<Result> put = FakeCluster.put(service, 2);
        run();
        one.say(FakeCluster.done(first));
        assertFalse(put.isOver());
    }

    @Test
    void silentMemberIsAskedAgainUnderTheSameNumber() {
        Recorded<Result> put = FakeCluster.put(service, 1);
        Frame.Call first = one.next();
        pass(ATTEMPT - 1);
        assertTrue(one.calls.isEmpty() && two.calls.isEmpty());
        pass(1 + MAX_PAUSE);
        List<Frame.Call> again = new ArrayList<>(one.calls);
        again.addAll(two.calls);
        assertEquals(List.of(first), again);
        assertFalse(put.isOver());
    }

    /** 1 MB takes 100 ms on a slow network. */
    @Test
    void largeCallIsWaitedForLonger() {
        Bytes large = Bytes.owning(new byte[1_000_000]);
        service.invoke(
                new io.godwit.protocol.map.Operation.OnMap(Verb.PUT, Bytes.EMPTY, Bytes.EMPTY, large, Bytes.EMPTY),
                false,
                new Recorded<>());
        one.next();
        pass(ATTEMPT + 99);
        assertTrue(one.calls.isEmpty() && two.calls.isEmpty());
        pass(1 + MAX_PAUSE);
        assertEquals(1, one.calls.size() + two.calls.size());
    }

    @Test
    void callEndsWhenItsTimeIsOver() {
        Recorded<Result> put = FakeCluster.put(service, 1);
        Recorded<Result> get = FakeCluster.call(service, Verb.GET, 1);
        pass(FakeCluster.TIMEOUT_MILLIS - 1);
        assertFalse(put.isOver() || get.isOver());
        pass(1 + MAX_PAUSE);
        assertEquals("no answer within 10000 ms", put.failure.getMessage());
        assertEquals(Outcome.UNKNOWN, put.failure.outcome());
        assertEquals(Outcome.NOT_DONE, get.failure.outcome());
    }

    @Test
    void callThatWasNeverSentIsNotDone() {
        one.disconnect();
        one.silent = true;
        two.silent = true;
        Recorded<Result> put = FakeCluster.put(service, 1);
        pass(FakeCluster.TIMEOUT_MILLIS + MAX_PAUSE);
        assertEquals(Outcome.NOT_DONE, put.failure.outcome());
    }

    @Test
    void callGoesToAnotherMemberWhenTheConnectionBreaks() {
        Recorded<Result> put = FakeCluster.put(service, 1);
        Frame.Call first = one.next();
        one.disconnect();
        one.refusal = new IOException("no");
        pass(MAX_PAUSE);
        assertEquals(first, two.next());
        two.say(FakeCluster.answer(first, new Refused("full")));
        assertEquals(Outcome.UNKNOWN, put.failure.outcome(), "the first attempt had no answer");
    }

    @Test
    void refusedCallIsNotDone() {
        Recorded<Result> put = FakeCluster.put(service, 1);
        one.say(FakeCluster.answer(one.next(), new Refused("full")));
        assertEquals("full", put.failure.getMessage());
        assertEquals(Outcome.NOT_DONE, put.failure.outcome());
    }

    @Test
    void memberThatIsNamedIsAskedAtOnce() {
        Recorded<Result> put = FakeCluster.put(service, 1);
        Frame.Call first = one.next();
        one.say(FakeCluster.answer(first, new NotHere(2)));
        Frame.Call again = two.next();
        assertEquals(first, again);
        // The member that refused it has not carried it out.
        two.say(FakeCluster.answer(again, new Refused("full")));
        assertEquals(Outcome.NOT_DONE, put.failure.outcome());
    }

    @Test
    void membersThatNameEachOtherAreNotAskedAtOnce() {
        FakeCluster.put(service, 1);
        one.say(FakeCluster.answer(one.next(), new NotHere(2)));
        two.say(FakeCluster.answer(two.next(), new NotHere(1)));
        assertTrue(one.calls.isEmpty());
        pass(MAX_PAUSE);
        one.next();
    }

    @Test
    void callThatWasOnlyRedirectedIsNotDoneAtClose() {
        Recorded<Result> put = FakeCluster.put(service, 1);
        one.say(FakeCluster.answer(one.next(), new NotHere(0)));
        service.close();
        run();
        assertEquals(Outcome.NOT_DONE, put.failure.outcome());
    }

    @Test
    void lateRedirectOfAnotherAttemptIsIgnored() {
        FakeCluster.put(service, 1);
        Frame.Call call = one.next();
        one.say(FakeCluster.answer(call, new NotHere(2)));
        two.next();
        one.say(FakeCluster.answer(call, new NotHere(1)));
        pass(MAX_PAUSE);
        assertTrue(one.calls.isEmpty() && two.calls.isEmpty());
    }

    @Test
    void answerInPartsMayTakeLongerThanAnAttempt() {
        Recorded<Result> get = FakeCluster.call(service, Verb.GET, 1);
        Frame.Call call = one.next();
        for (int i = 0; i < 5; i++) {
            pass(ATTEMPT - 1);
            one.say(part(call, i, true));
        }
        one.say(part(call, 5, false));
        assertEquals(6, ((Found) get.result).values().size());
        assertTrue(one.calls.isEmpty() && two.calls.isEmpty());
    }

    @Test
    void answerInPartsThatStopsIsAskedForAgain() {
        FakeCluster.call(service, Verb.GET, 1);
        Frame.Call call = one.next();
        pass(ATTEMPT - 1);
        one.say(part(call, 0, true));
        pass(ATTEMPT - 1);
        assertTrue(one.calls.isEmpty() && two.calls.isEmpty());
        pass(1 + MAX_PAUSE);
        assertEquals(1, one.calls.size() + two.calls.size());
    }

    /** A broken connection's parts do not continue on the next one. */
    @Test
    void partsOfAFormerConnectionAreIgnored() {
        Recorded<Result> get = FakeCluster.call(service, Verb.GET, 1);
        Frame.Call call = one.next();
        one.say(part(call, 0, true));
        Connector.Handler former = one.channel.handler;
        one.disconnect();
        two.refusal = new IOException("no");
        pass(200);
        assertEquals(call, one.next());
        one.say(part(call, 0, true));
        former.received(part(call, 1, false));
        run();
        assertFalse(get.isOver());
    }

    @Test
    void tableIsRequestedEachSecond() {
        int before = one.tableRequests;
        pass(5_000);
        assertEquals(before + 5, one.tableRequests);
    }

    @Test
    void tableIsRequestedOnceByManyRedirects() {
        pass(500);
        int before = one.tableRequests;
        for (int i = 0; i < 10; i++) {
            FakeCluster.put(service, i);
        }
        run();
        for (Frame.Call call : List.copyOf(one.calls)) {
            one.say(FakeCluster.answer(call, new NotHere(2)));
        }
        assertEquals(10, two.calls.size());
        assertEquals(before + 1, one.tableRequests + two.tableRequests);
    }

    /** Otherwise some would wait for longer than their time. */
    @Test
    void callsBeginInTheirOrder() {
        InvocationService narrow = withSessions(2);
        for (int i = 1; i <= 4; i++) {
            FakeCluster.put(narrow, i);
        }
        run();
        Frame.Call first = one.calls.remove();
        Frame.Call second = one.calls.remove();
        assertTrue(one.calls.isEmpty());
        // Both end before the client's executor comes to the fifth call.
        one.channel.handler.received(FakeCluster.done(first));
        one.channel.handler.received(FakeCluster.done(second));
        FakeCluster.put(narrow, 5);
        run();
        assertEquals(
                List.of(3L, 4L),
                one.calls.stream().map(it -> it.operation().keyBytes().number()).toList());
    }

    @Test
    void callWhoseTimeIsOverBeforeItsTurnIsNotDone() {
        InvocationService narrow = withSessions(1);
        FakeCluster.put(narrow, 1);
        Recorded<Result> second = FakeCluster.put(narrow, 2);
        pass(FakeCluster.TIMEOUT_MILLIS + MAX_PAUSE);
        assertEquals(Outcome.NOT_DONE, second.failure.outcome());
        one.calls.clear();
        FakeCluster.put(narrow, 3);
        assertEquals(3, one.next().number());
    }

    @Test
    void closeFailsAllCalls() {
        InvocationService narrow = withSessions(1);
        Recorded<Result> sent = FakeCluster.put(narrow, 1);
        Recorded<Result> waiting = FakeCluster.put(narrow, 2);
        narrow.close();
        Recorded<Result> late = FakeCluster.put(narrow, 3);
        run();
        assertEquals(Outcome.UNKNOWN, sent.failure.outcome());
        assertEquals(Outcome.NOT_DONE, waiting.failure.outcome());
        assertEquals(Outcome.NOT_DONE, late.failure.outcome());
        for (Recorded<Result> call : List.of(sent, waiting, late)) {
            assertEquals("the client is closed", call.failure.getMessage());
        }
        assertTrue(one.channel.closed);
        // None of them begins.
        pass(FakeCluster.TIMEOUT_MILLIS);
    }

    @Test
    void closedServiceDoesNothing() {
        FakeCluster.put(service, 1);
        service.close();
        run();
        assertEquals(0, cluster.environment.timers());
        int before = cluster.journal.size();
        pass(5_000);
        assertEquals(before, cluster.journal.size());
    }

    @Test
    void sameSeedMakesTheSameCalls() {
        assertEquals(history(), history());
    }

    private static List<String> history() {
        FakeCluster cluster = new FakeCluster(5);
        InvocationService service = cluster.connected(cluster.config(1, 2, 3), 4);
        List<Recorded<Result>> calls = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            calls.add(FakeCluster.put(service, i));
            cluster.environment.pass(100);
            FakeMember member = cluster.member(1 + i % 5);
            if (i % 3 == 0 && member.channel != null && !member.channel.closed) {
                member.disconnect();
            }
            if (i % 7 == 0) {
                cluster.member(1).silent = i % 2 == 0;
            }
        }
        cluster.environment.pass(60_000);
        assertNotNull(calls.get(29).failure);
        assertTrue(cluster.journal.size() > 100, cluster.journal.size() + " frames");
        return cluster.journal;
    }

    /** Each attempt without an answer doubles the time for the next one, three times. */
    @Test
    void silenceLengthensAttempts() {
        FakeCluster.put(service, 1);
        run();
        long now = cluster.environment.nanoTime();
        List<Long> waits = new ArrayList<>();
        for (String line : calls(9_000)) {
            long at = Long.parseLong(line.substring(0, line.indexOf(' ')));
            waits.add((at - now) / 1_000_000);
            now = at;
        }
        int[] least = {ATTEMPT, 2 * ATTEMPT, 4 * ATTEMPT, 8 * ATTEMPT};
        assertEquals(least.length, waits.size(), waits.toString());
        for (int i = 0; i < least.length; i++) {
            assertTrue(waits.get(i) > least[i] && waits.get(i) <= least[i] + MAX_PAUSE, waits.toString());
        }
    }

    /** What has reached members in some time, without requests for tables. */
    private List<String> calls(long millis) {
        int before = cluster.journal.size();
        pass(millis);
        return cluster.journal.subList(before, cluster.journal.size()).stream()
                .filter(line -> line.contains("Call["))
                .toList();
    }

    @Test
    void tableIsRequestedAfterSilence() {
        FakeCluster.put(service, 1);
        pass(ATTEMPT);
        int before = one.tableRequests + two.tableRequests;
        pass(1);
        assertEquals(before + 1, one.tableRequests + two.tableRequests);
    }

    @Test
    void lostConnectionIsReplacedForTheNextTable() {
        one.disconnect();
        run();
        pass(2_000);
        assertTrue(
                cluster.members.values().stream().anyMatch(member -> member.channel != null && !member.channel.closed));
    }

    /** However many parts come. */
    @Test
    void answerInPartsEndsWithTheTimeOfTheCall() {
        Recorded<Result> get = FakeCluster.call(service, Verb.GET, 1);
        Frame.Call call = one.next();
        for (int i = 0; i < 24; i++) {
            pass(400);
            one.say(part(call, i, true));
        }
        assertFalse(get.isOver());
        pass(400 + MAX_PAUSE);
        assertEquals("no answer within 10000 ms", get.failure.getMessage());
    }
}
