package io.godwit.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException.Outcome;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.Refused;
import io.godwit.protocol.map.Result.Unmet;
import io.godwit.protocol.map.Result.WrongKind;
import io.godwit.transport.frame.Frame.Call;
import io.godwit.transport.frame.Frame.PartitionsCall;
import io.godwit.transport.frame.PartitionSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which call each method makes, and what it makes of the answer. */
@Timeout(120)
class GodwitMapTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final int PARTITIONS = 3;
    private static final Bytes NAME = text("m");
    private static final Bytes KEY = text("k");
    private static final byte[] K = KEY.toArray();
    private static final Bytes ONE = text("one");
    private static final Bytes TWO = text("two");
    private static final Result NOTHING = new Found(List.of());

    private FakeMember member;
    private GodwitClient client;
    private GodwitMap map;

    @BeforeEach
    void open() throws IOException {
        member = new FakeMember(1, PARTITIONS);
        client = GodwitClient.connect(new ClientConfig("c", List.of(member.address()), null, LONG, LONG, 8, Map.of()));
        map = client.map("m");
    }

    @AfterEach
    void close() {
        client.close();
        member.close();
    }

    private static Bytes text(String text) {
        return Bytes.of(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Result done(long number) {
        return new Done(List.of(number));
    }

    private void answer(Result result) {
        member.answer(call -> result);
    }

    /** The member was called once since the last look. */
    private void assertCalled(Verb verb, Bytes value, Bytes expected, boolean relaxed) throws InterruptedException {
        Call call = member.next();
        assertEquals(new OnMap(verb, NAME, KEY, value, expected), call.operation());
        assertEquals(relaxed, call.relaxed());
        assertEquals(KEY.partition(PARTITIONS), call.partition());
        assertTrue(member.isIdle());
    }

    @Test
    void getIsWhatTheKeyHolds() throws InterruptedException {
        answer(new Found(List.of(ONE)));
        assertArrayEquals(ONE.toArray(), map.get(K).orElseThrow());
        assertCalled(Verb.GET, Bytes.EMPTY, Bytes.EMPTY, false);
        assertArrayEquals(ONE.toArray(), map.getRelaxed(K).orElseThrow());
        assertCalled(Verb.GET, Bytes.EMPTY, Bytes.EMPTY, true);
        answer(NOTHING);
        assertEquals(Optional.empty(), map.get(K));
        assertEquals(Optional.empty(), map.getRelaxed(K));
    }

    @Test
    void getAllIsAllThatTheKeyHolds() throws InterruptedException {
        answer(new Found(List.of(ONE, TWO)));
        assertEquals(List.of(ONE, TWO), map.getAll(K).stream().map(Bytes::of).toList());
        assertCalled(Verb.GET, Bytes.EMPTY, Bytes.EMPTY, false);
        assertEquals(
                List.of(ONE, TWO), map.getAllRelaxed(K).stream().map(Bytes::of).toList());
        assertCalled(Verb.GET, Bytes.EMPTY, Bytes.EMPTY, true);
        answer(NOTHING);
        assertEquals(List.of(), map.getAll(K));
    }

    @Test
    void putWaitsUntilItIsDone() throws Exception {
        answer(done(0));
        map.put(K, ONE.toArray());
        assertCalled(Verb.PUT, ONE, Bytes.EMPTY, false);
        assertNull(map.putAsync(K, TWO.toArray()).get(30, TimeUnit.SECONDS));
        assertCalled(Verb.PUT, TWO, Bytes.EMPTY, false);
    }

    @Test
    void conditionalPutsSayWhetherTheyWereDone() throws InterruptedException {
        answer(done(0));
        assertTrue(map.putIfAbsent(K, ONE.toArray()));
        assertCalled(Verb.PUT_IF_ABSENT, ONE, Bytes.EMPTY, false);
        assertTrue(map.replace(K, ONE.toArray(), TWO.toArray()));
        assertCalled(Verb.REPLACE, TWO, ONE, false);
        answer(new Unmet());
        assertFalse(map.putIfAbsent(K, ONE.toArray()));
        assertFalse(map.replace(K, ONE.toArray(), TWO.toArray()));
    }

    @Test
    void removeAndAddSayWhetherAnythingChanged() throws InterruptedException {
        answer(done(1));
        assertTrue(map.remove(K));
        assertCalled(Verb.REMOVE, Bytes.EMPTY, Bytes.EMPTY, false);
        assertTrue(map.add(K, ONE.toArray()));
        assertCalled(Verb.ADD, ONE, Bytes.EMPTY, false);
        answer(done(0));
        assertFalse(map.remove(K));
        assertFalse(map.add(K, ONE.toArray()));
    }

    @Test
    void incrementAndAppendReturnNumbers() throws InterruptedException {
        answer(done(7));
        assertEquals(7, map.increment(K, 3));
        assertCalled(Verb.INCREMENT, Bytes.ofNumber(3), Bytes.EMPTY, false);
        assertEquals(7, map.append(K, ONE.toArray()));
        assertCalled(Verb.APPEND, ONE, Bytes.EMPTY, false);
    }

    private void assertAllCalled(Verb verb, boolean relaxed) {
        PartitionsCall call = member.lastPartitionsCall();
        assertEquals(verb, call.verb());
        assertEquals(NAME, call.map());
        assertEquals(PartitionSet.range(0, PARTITIONS), call.partitions());
        assertEquals(relaxed, call.relaxed());
    }

    @Test
    void sizeAndClearAskTheMemberOnce() {
        assertEquals(33, map.size());
        assertAllCalled(Verb.SIZE, false);
        assertEquals(33, map.sizeRelaxed());
        assertAllCalled(Verb.SIZE, true);
        assertEquals(33, map.clear());
        assertAllCalled(Verb.CLEAR, false);
    }

    @Test
    void wrongKindNamesVerbAndKey() {
        answer(new WrongKind());
        WrongKindException wrong = assertThrows(WrongKindException.class, () -> map.increment(K, 1));
        assertEquals("INCREMENT cannot be applied to the value of key \"k\"", wrong.getMessage());
    }

    @Test
    void refusalIsThrownByBothForms() {
        answer(new Refused("full"));
        CallException refused = assertThrows(CallException.class, () -> map.put(K, K));
        assertEquals("full", refused.getMessage());
        assertEquals(Outcome.NOT_DONE, refused.outcome());
        ExecutionException later = assertThrows(
                ExecutionException.class, () -> map.appendAsync(K, K).get(30, TimeUnit.SECONDS));
        assertEquals("full", later.getCause().getMessage());
    }

    /** Checked before anything is sent. */
    @Test
    void keysAndValuesHaveAtMost16MiB() {
        answer(done(0));
        byte[] longest = new byte[GodwitMap.MAX_BYTES + 1];
        for (Runnable call : List.<Runnable>of(() -> map.put(longest, K), () -> map.put(K, longest))) {
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, call::run);
            assertEquals("a key or value has at most 16 MiB, not 16777217 bytes", refused.getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> map.replace(K, longest, K));
        assertTrue(member.isIdle());
        map.put(K, new byte[GodwitMap.MAX_BYTES]);
    }

    @Test
    void clusterIsDescribed() {
        assertEquals(1, map.backups());
        assertEquals(PARTITIONS, client.partitions());
    }

    /** The first attempt finds that another client was faster; then there is something to be replaced. */
    @Test
    void updateTriesAgain() throws InterruptedException {
        List<Result> answers = new ArrayList<>(
                List.of(NOTHING, new Unmet(), new Found(List.of(ONE)), new Unmet(), new Found(List.of(TWO)), done(0)));
        member.answer(call -> answers.remove(0));
        AtomicReferenceView view = client.atomicReference("m", "k");
        byte[] after = view.updateAndGet(before ->
                        before.isEmpty() ? ONE.toArray() : new byte[] {(byte) before.get().length, before.get()[0]})
                .orElseThrow();
        assertArrayEquals(new byte[] {3, 't'}, after);
        assertCalledWith(Verb.GET, Bytes.EMPTY, Bytes.EMPTY);
        assertCalledWith(Verb.PUT_IF_ABSENT, ONE, Bytes.EMPTY);
        assertCalledWith(Verb.GET, Bytes.EMPTY, Bytes.EMPTY);
        assertCalledWith(Verb.REPLACE, Bytes.of((byte) 3, (byte) 'o'), ONE);
        assertCalledWith(Verb.GET, Bytes.EMPTY, Bytes.EMPTY);
        assertCalledWith(Verb.REPLACE, Bytes.of((byte) 3, (byte) 't'), TWO);
        assertTrue(member.isIdle());
    }

    private void assertCalledWith(Verb verb, Bytes value, Bytes expected) throws InterruptedException {
        assertEquals(new OnMap(verb, NAME, KEY, value, expected), member.next().operation());
    }

    @Test
    void referenceIsAKeyOfTheMap() throws InterruptedException {
        AtomicReferenceView view = client.atomicReference("m", "k");
        answer(new Found(List.of(ONE)));
        assertArrayEquals(ONE.toArray(), view.get().orElseThrow());
        assertCalled(Verb.GET, Bytes.EMPTY, Bytes.EMPTY, false);
        answer(done(0));
        view.set(TWO.toArray());
        assertCalled(Verb.PUT, TWO, Bytes.EMPTY, false);
        assertTrue(view.compareAndSet(ONE.toArray(), TWO.toArray()));
        assertCalled(Verb.REPLACE, TWO, ONE, false);
        answer(new Unmet());
        assertFalse(view.compareAndSet(ONE.toArray(), TWO.toArray()));
    }

    @Test
    void numberIsAKeyOfTheMap() throws InterruptedException {
        AtomicLongView view = client.atomicLong("m", "k");
        answer(new Found(List.of(Bytes.ofNumber(5))));
        assertEquals(5, view.get());
        assertCalled(Verb.GET, Bytes.EMPTY, Bytes.EMPTY, false);
        answer(NOTHING);
        assertEquals(0, view.get());
        assertCalled(Verb.GET, Bytes.EMPTY, Bytes.EMPTY, false);
        answer(done(9));
        view.set(8);
        assertCalled(Verb.PUT, Bytes.ofNumber(8), Bytes.EMPTY, false);
        assertEquals(9, view.addAndGet(4));
        assertCalled(Verb.INCREMENT, Bytes.ofNumber(4), Bytes.EMPTY, false);
        assertEquals(9, view.incrementAndGet());
        assertCalled(Verb.INCREMENT, Bytes.ofNumber(1), Bytes.EMPTY, false);
    }

    /** A number that was never set is 0, and is not stored as one. */
    @Test
    void numberIsSetIfItIsTheExpectedOne() throws InterruptedException {
        AtomicLongView view = client.atomicLong("m", "k");
        answer(done(0));
        assertTrue(view.compareAndSet(3, 4));
        assertCalled(Verb.REPLACE, Bytes.ofNumber(4), Bytes.ofNumber(3), false);
        answer(new Unmet());
        assertFalse(view.compareAndSet(3, 4));
        assertCalled(Verb.REPLACE, Bytes.ofNumber(4), Bytes.ofNumber(3), false);
        assertFalse(view.compareAndSet(0, 4));
        assertCalledWith(Verb.REPLACE, Bytes.ofNumber(4), Bytes.ofNumber(0));
        assertCalledWith(Verb.PUT_IF_ABSENT, Bytes.ofNumber(4), Bytes.EMPTY);
        member.answer(call -> call.operation().verb() == Verb.PUT_IF_ABSENT ? done(0) : new Unmet());
        assertTrue(view.compareAndSet(0, 4));
    }
}
